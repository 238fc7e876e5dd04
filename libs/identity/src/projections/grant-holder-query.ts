import { organizationTenant, userSubject } from '@svc/kernel';
import type { Executor, Tx } from '@svc/postgres';
import { lockSubject, type HomeUser } from './membership-query.js';
import { joinPerson } from './join-person.js';

/** Who can have a grant in an organization: a user or a member of it. */
export interface GrantHolderRow {
  readonly homeOrgId: string;
  /** The one in force, in the organization of the grant. */
  readonly roleId: string;
}

/** Undefined: neither user nor member. */
export async function queryGrantHolder(
  executor: Executor,
  orgId: string,
  userId: string,
): Promise<GrantHolderRow | undefined> {
  const { rows } = await executor.query<GrantHolderRow>({
    name: 'identity.select_grant_holder',
    text: `SELECT holder.home_org_id AS "homeOrgId", holder.role_id AS "roleId"
             FROM (SELECT) AS asked ${joinPerson('holder', '$1', '$2')}
            WHERE holder.user_id IS NOT NULL`,
    values: [orgId, userId],
  });
  return rows[0];
}

/**
 * How many grants of a user are in force in an organization, for a transaction that adds one. Others that add to the
 * user or delete them wait until it ends. Undefined: the user is gone.
 */
export async function lockGrantsOf(
  tx: Tx,
  { orgId: homeOrgId, userId }: HomeUser,
  orgId: string,
  nowMs: number,
): Promise<number | undefined> {
  await lockSubject(tx, userSubject(organizationTenant(homeOrgId), userId));
  const locked = await tx.query({
    name: 'identity.lock_grant_holder',
    text: 'SELECT FROM identity.user_account WHERE org_id = $1 AND user_id = $2 FOR NO KEY UPDATE',
    values: [homeOrgId, userId],
  });
  if (locked.rows.length === 0) return undefined;
  const { rows } = await tx.query<{ readonly held: number }>({
    name: 'identity.count_grants_in_force',
    text: `SELECT count(*)::integer AS held FROM identity.temporary_permission_grant
            WHERE org_id = $1 AND user_id = $2 AND expires_at > $3`,
    values: [orgId, userId, new Date(nowMs)],
  });
  return rows[0]?.held ?? 0;
}
