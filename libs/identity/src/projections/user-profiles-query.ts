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
  /** The newest notes within `mostContextCharacters`, oldest of these first. */
  readonly additional_context: readonly string[];
}

/**
 * Twice what an agent is told (conversations, known-user.ts). All notes of a user only ever grow: with no bound they would
 * come to every turn, and soon to more than one answer can hold.
 */
const mostContextCharacters = 16_000;

/** What an agent may know of users, each found by the primary key: once per turn. Those that there are not are missing. */
export async function queryUserProfiles(
  executor: Executor,
  users: readonly UserKey[],
): Promise<readonly UserProfileRow[]> {
  const { rows } = await executor.query<UserProfileRow>({
    name: 'identity.select_user_profiles',
    text: `SELECT org_id, user_id, first_name, last_name, role_id, preferences, nonsensitive_variables,
                  CASE WHEN additional_context = '{}' THEN additional_context
                       ELSE (SELECT coalesce(array_agg(note ORDER BY place), '{}')
                               FROM (SELECT note, place, sum(length(note)) OVER (ORDER BY place DESC) AS characters
                                       FROM unnest(additional_context) WITH ORDINALITY AS notes (note, place)) AS newest
                              WHERE characters <= $3)
                  END AS additional_context
             FROM unnest($1::text[], $2::text[]) AS wanted (org_id, user_id)
             JOIN identity.user_account USING (org_id, user_id)`,
    values: [users.map(({ orgId }) => orgId), users.map(({ userId }) => userId), mostContextCharacters],
  });
  return rows;
}
