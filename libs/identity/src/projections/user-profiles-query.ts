import type { Executor } from '@svc/postgres';
import type { UserPreferences } from '../domain/preferences.js';

export interface UserKey {
  readonly orgId: string;
  readonly userId: string;
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

/** What an agent may know of users, each found by the primary key: once per turn. Those that there are not are missing. */
export async function queryUserProfiles(
  executor: Executor,
  users: readonly UserKey[],
): Promise<readonly UserProfileRow[]> {
  const { rows } = await executor.query<UserProfileRow>({
    name: 'identity.select_user_profiles',
    text: `SELECT org_id, user_id, first_name, last_name, role_id, preferences, nonsensitive_variables,
                  ARRAY(SELECT entry
                          FROM (SELECT number, entry, sum(length(entry)) OVER (ORDER BY number DESC) AS characters
                                  FROM (SELECT number, entry FROM identity.user_additional_context known
                                         WHERE known.org_id = account.org_id AND known.user_id = account.user_id
                                         ORDER BY number DESC LIMIT $3) AS newest) AS measured
                         WHERE characters <= $4 ORDER BY number) AS additional_context
             FROM unnest($1::text[], $2::text[]) AS wanted (org_id, user_id)
             JOIN identity.user_account account USING (org_id, user_id)`,
    values: [
      users.map(({ orgId }) => orgId),
      users.map(({ userId }) => userId),
      mostToldEntries,
      mostToldCharacters,
    ],
  });
  return rows;
}
