import { toSqlScope, type Conditions } from '@svc/auth';
import type { Executor } from '@svc/postgres';

/** The preference that `visible_to_admins` means. */
export type AdminVisibility = 'conversations' | 'user_model';

const visibilityColumns = {
  conversations: 'conversations_visible_to_admins',
  user_model: 'user_model_visible_to_admins',
} as const satisfies Record<AdminVisibility, string>;

/** Both are in every statement: one name always has the same text. The flags of members are those at home. */
const flags = Object.values(visibilityColumns).join(', ');

/** The users of an organization, and its members from elsewhere, that meet all conditions. */
export async function queryUserIds(
  executor: Executor,
  orgId: string,
  conditions: Conditions,
  visibility: AdminVisibility,
): Promise<readonly string[]> {
  // Only this permission depends on just the attributes that this context can judge.
  const permissionName = 'User:GetUserModel';
  const columns = {
    org_id: { constant: orgId },
    user_id: { sql: 'user_id' },
    user_role_id: { sql: 'role_id' },
    visible_to_admins: { sql: visibilityColumns[visibility] },
  };
  const scope = toSqlScope([{ permissionName, conditions }], permissionName, columns, 2);
  const { rows } = await executor.query<{ readonly user_id: string }>({
    name: `identity.resolve_user_ids_${scope.shape}`,
    text: `SELECT user_id FROM (
             SELECT user_id, role_id, ${flags} FROM identity.user_account WHERE org_id = $1
             UNION ALL
             SELECT m.user_id, m.role_id, ${flags} FROM identity.membership m
               JOIN identity.user_account home ON home.org_id = m.home_org_id AND home.user_id = m.user_id
              WHERE m.org_id = $1
           ) AS known WHERE ${scope.text} ORDER BY user_id`,
    values: [orgId, ...scope.values],
  });
  return rows.map(({ user_id }) => user_id);
}
