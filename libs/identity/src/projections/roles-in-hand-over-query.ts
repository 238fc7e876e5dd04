import type { Executor } from '@svc/postgres';
import { roleInForce } from './role-in-force.js';

/** A replaced role and its successor. */
export interface RoleInHandOver {
  readonly orgId: string;
  readonly roleId: string;
  readonly byRoleId: string;
  readonly isOver: boolean;
}

export interface RoleHolders {
  readonly userIds: readonly string[];
  readonly apiKeyIds: readonly string[];
}

/** All of them: those replaced within a day, so they are few. */
export async function queryRolesInHandOver(
  executor: Executor,
  nowMs: number,
): Promise<readonly RoleInHandOver[]> {
  const { rows } = await executor.query<RoleInHandOver>({
    name: 'identity.select_roles_in_hand_over',
    text: `SELECT org_id AS "orgId", role_id AS "roleId", ${roleInForce('old.org_id', 'old.role_id')} AS "byRoleId",
                  expires_at <= $1 AS "isOver"
             FROM identity.role AS old WHERE expires_at IS NOT NULL ORDER BY expires_at`,
    values: [new Date(nowMs)],
  });
  return rows;
}

/** Who still has a role: at most `limit` users, and all API keys, which are few. */
export async function queryRoleHolders(
  executor: Executor,
  { orgId, roleId }: Pick<RoleInHandOver, 'orgId' | 'roleId'>,
  limit: number,
): Promise<RoleHolders> {
  const { rows } = await executor.query<RoleHolders>({
    name: 'identity.select_role_holders',
    text: `SELECT array(SELECT user_id FROM identity.user_account WHERE org_id = $1 AND role_id = $2 LIMIT $3) AS "userIds",
                  array(SELECT api_key_id FROM identity.api_key WHERE org_id = $1 AND role_id = $2) AS "apiKeyIds"`,
    values: [orgId, roleId, limit],
  });
  return rows[0] ?? { userIds: [], apiKeyIds: [] };
}
