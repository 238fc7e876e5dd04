import type { Grant } from '@svc/auth';
import type { Executor } from '@svc/postgres';
import type { HomeUser } from './membership-query.js';
import { roleInForce } from './role-in-force.js';

/** What a user has in addition to their role. */
export interface UnexpiredGrant {
  readonly grant: Grant;
  readonly expiresAtMs: number;
  /** The creator's role in the organization of the grant; null: they are neither user nor member there any more. */
  readonly creatorRoleId: string | null;
}

/** The temporary grants of a user in an organization that have not expired. */
export async function queryUnexpiredGrants(
  executor: Executor,
  orgId: string,
  { orgId: homeOrgId, userId }: HomeUser,
  nowMs: number,
): Promise<readonly UnexpiredGrant[]> {
  const { rows } = await executor.query<UnexpiredGrant>({
    name: 'identity.select_unexpired_grants',
    text: `SELECT held.permission_grant AS grant, (extract(epoch FROM held.expires_at) * 1000)::float8 AS "expiresAtMs",
                  ${roleInForce('$1', 'coalesce(creator.role_id, member.role_id)')} AS "creatorRoleId"
             FROM identity.temporary_permission_grant AS held
             LEFT JOIN identity.user_account AS creator
               ON creator.org_id = $1 AND held.creator_org_id = $1 AND creator.user_id = held.creator_user_id
             LEFT JOIN identity.membership AS member
               ON member.org_id = $1 AND member.user_id = held.creator_user_id AND member.home_org_id = held.creator_org_id
            WHERE held.org_id = $1 AND held.home_org_id = $2 AND held.user_id = $3 AND held.expires_at > $4`,
    values: [orgId, homeOrgId, userId, new Date(nowMs)],
  });
  return rows;
}
