import type { Executor } from '@svc/postgres';
import type { UserPreferences } from '../domain/preferences.js';

export interface UserContextRow {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role_id: string;
  readonly preferences: UserPreferences;
  readonly nonsensitive_variables: Readonly<Record<string, string>>;
  readonly additional_context: readonly string[];
}

/** What an agent may know of a user: one row by its primary key, once per turn. */
export async function queryUserContext(
  executor: Executor,
  orgId: string,
  userId: string,
): Promise<UserContextRow | undefined> {
  const { rows } = await executor.query<UserContextRow>({
    name: 'identity.select_user_context',
    text: `SELECT user_id, first_name, last_name, role_id, preferences, nonsensitive_variables, additional_context
             FROM identity.user_account WHERE org_id = $1 AND user_id = $2`,
    values: [orgId, userId],
  });
  return rows[0];
}
