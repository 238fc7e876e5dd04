import type { Executor } from '@svc/postgres';
import type { DataKeyRow } from '../adapters/data-key-statements.js';
import type { UserPreferences } from '../domain/preferences.js';

export interface WantedUser {
  readonly orgId: string;
  readonly userId: string;
  /** That the user's key is found by. */
  readonly subject: string;
}

export interface UserProfileRow {
  readonly org_id: string;
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role_id: string;
  readonly preferences: UserPreferences;
  readonly nonsensitive_variables: Readonly<Record<string, string>>;
  /** The newest entries within `mostToldCharacters`, oldest of these first. */
  readonly additional_context: readonly string[];
}

/** What is known of a user only ever grows, and this part of it comes to every turn: the newest. */
const mostToldEntries = 100;
/** Twice what an agent is told at most (conversations, known-user.ts). */
const mostToldCharacters = 16_000;

export type UserContextRow = UserProfileRow & DataKeyRow;

/**
 * What an agent may know of users and their keys, each found by its primary key: once per turn. Those that there are not
 * are missing.
 */
export async function queryUserContexts(
  executor: Executor,
  users: readonly WantedUser[],
): Promise<readonly UserContextRow[]> {
  const { rows } = await executor.query<UserContextRow>({
    name: 'identity.select_user_contexts',
    text: `SELECT org_id, user_id, first_name, last_name, role_id, preferences, nonsensitive_variables,
                  subject, key_id, wrapped_key,
                  ARRAY(SELECT entry
                          FROM (SELECT number, entry, sum(length(entry)) OVER (ORDER BY number DESC) AS characters
                                  FROM (SELECT number, entry FROM identity.user_additional_context known
                                         WHERE known.org_id = account.org_id AND known.user_id = account.user_id
                                         ORDER BY number DESC LIMIT $4) AS newest) AS measured
                         WHERE characters <= $5 ORDER BY number) AS additional_context
             FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (org_id, user_id, subject)
             JOIN identity.user_account account USING (org_id, user_id)
             JOIN identity.data_key USING (subject)`,
    values: [
      users.map(({ orgId }) => orgId),
      users.map(({ userId }) => userId),
      users.map(({ subject }) => subject),
      mostToldEntries,
      mostToldCharacters,
    ],
  });
  return rows;
}
