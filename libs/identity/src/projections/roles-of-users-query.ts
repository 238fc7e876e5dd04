import type { Executor } from '@svc/postgres';
import { roleInForce } from './role-in-force.js';

export interface RoleOfUser {
  readonly userId: string;
  /** The one in force. */
  readonly roleId: string;
}

/** Of those who are users of the organization; members are not. */
export async function queryRolesOfUsers(
  executor: Executor,
  orgId: string,
  userIds: readonly string[],
): Promise<readonly RoleOfUser[]> {
  const { rows } = await executor.query<RoleOfUser>({
    name: 'identity.select_roles_of_users',
    text: `SELECT account.user_id AS "userId", ${roleInForce('$1', 'account.role_id')} AS "roleId"
             FROM identity.user_account AS account WHERE account.org_id = $1 AND account.user_id = ANY ($2)`,
    values: [orgId, userIds],
  });
  return rows;
}
