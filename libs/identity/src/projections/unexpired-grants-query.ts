import type { Grant } from '@svc/auth';
import type { Executor } from '@svc/postgres';
import type { HomeUser } from './membership-query.js';
import { joinPerson } from './join-person.js';

/** What a user has in addition to their role. */
export interface UnexpiredGrant {
  readonly grant: Grant;
  readonly expiresAtMs: number;
  /** The creator's role in the organization of the grant; null: they are neither user nor member there any more. */
  readonly creatorRoleId: string | null;
  /** The same of the person behind the creator, or of the creator. */
  readonly responsibleRoleId: string | null;
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
                  CASE WHEN creator.home_org_id = held.creator_org_id THEN creator.role_id END AS "creatorRoleId",
                  responsible.role_id AS "responsibleRoleId"
             FROM identity.temporary_permission_grant AS held
             ${joinPerson('creator', '$1', 'held.creator_user_id')}
             ${joinPerson('responsible', '$1', 'coalesce(held.responsible_user_id, held.creator_user_id)')}
            WHERE held.org_id = $1 AND held.home_org_id = $2 AND held.user_id = $3 AND held.expires_at > $4`,
    values: [orgId, homeOrgId, userId, new Date(nowMs)],
  });
  return rows;
}
