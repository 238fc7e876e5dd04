import type { SealedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import type { DataKeyRow } from '@svc/privacy';
import { subjectOfAccount } from './table-owner.js';
import { additionalContextTable } from './user-additional-context-table.js';
import { userTable } from './user-table.js';

export interface WantedUser {
  /** Their own, or one that they are a member of. */
  readonly orgId: string;
  readonly userId: string;
}

/** What is known of a user, who may be a member from elsewhere, still sealed, and the key that opens it. */
export type SealedUserContext = SealedRow<typeof userTable> &
  DataKeyRow & {
    readonly wantedOrgId: string;
    /** In the organization of the request. */
    readonly wantedRoleId: string;
    /** The newest entries within `maxToldCharacters`, in chronological order. */
    readonly additionalContext: readonly SealedRow<typeof additionalContextTable>[];
  };

/** Entries only grow in number, and each turn reads these: the newest. */
const maxToldEntries = 100;
/** Twice what an agent reads at most (conversations, known-user.ts). */
const maxToldCharacters = 16_000;

const tellableContext = `
  SELECT ${additionalContextTable.selection('told')}
    FROM (SELECT newest.*, sum(characters) OVER (ORDER BY number DESC) AS characters_from_here
            FROM (SELECT * FROM identity.user_additional_context known
                   WHERE known.org_id = account.org_id AND known.user_id = account.user_id
                   ORDER BY number DESC LIMIT $3) AS newest) AS told
   WHERE characters_from_here <= $4 ORDER BY number`;

/**
 * What an agent may know of users and their keys, each by its primary key, once per turn. Members are looked up at
 * home. Unknown users are left out.
 */
export async function queryUserContexts(
  executor: Executor,
  users: readonly WantedUser[],
): Promise<readonly SealedUserContext[]> {
  const { rows } = await executor.query<SealedUserContext>({
    name: 'identity.select_user_contexts',
    text: `SELECT ${userTable.selection('account')}, subject, key_id, wrapped_key,
                  wanted.org_id AS "wantedOrgId", coalesce(member.role_id, account.role_id) AS "wantedRoleId",
                  (SELECT coalesce(json_agg(row), '[]') FROM (${tellableContext}) AS row) AS "additionalContext"
             FROM unnest($1::text[], $2::text[]) AS wanted (org_id, user_id)
             LEFT JOIN identity.membership member USING (org_id, user_id)
             JOIN identity.user_account account
               ON account.org_id = coalesce(member.home_org_id, wanted.org_id) AND account.user_id = wanted.user_id
             JOIN identity.data_key ON subject = ${subjectOfAccount('account')}`,
    values: [
      users.map(({ orgId }) => orgId),
      users.map(({ userId }) => userId),
      maxToldEntries,
      maxToldCharacters,
    ],
  });
  return rows;
}
