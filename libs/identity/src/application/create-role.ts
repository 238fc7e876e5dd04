import { requirePermission, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { limits } from '../domain/limits.js';
import type { FrontendView } from '../domain/role/role.js';
import { isRoleLimitReached, isRoleNameTaken } from '../projections/role-rows.js';
import type { IdentityContext } from './identity-context.js';
import { getOrganization } from './get-organization.js';
import { targetOf, type Requester } from './requester.js';

export interface RoleRequest {
  readonly roleName: string;
  readonly description: string;
  readonly frontendView: FrontendView;
  readonly permissionGrants: readonly Grant[];
}

/**
 * Whoever may create roles may create any: nobody can hand out a role that they don't outrank.
 * @returns the role's id.
 * @throws DomainError `permission_denied`, `validation_failed`, `conflict` (the name is taken),
 * `limit_reached`.
 */
export async function createRole(
  context: IdentityContext,
  requester: Requester,
  request: RoleRequest,
): Promise<string> {
  const { database, aggregates, clock, ids } = context;
  const { caller, orgId } = requester;
  requirePermission(caller.grants, 'Role:CreateRole', { org_id: orgId });
  const { seeded_by_operator: mayCreateOrganizations } = await getOrganization(context, orgId);
  const roleId = ids.objectId();
  await aggregates.roles
    .create(database, targetOf(requester, roleId), {
      type: 'CreateRole',
      roleId,
      ...request,
      defaultRank: 0,
      mayCreateOrganizations,
      nowMs: clock.now(),
    })
    .catch((failure: unknown) => {
      if (isRoleLimitReached(failure)) {
        throw new DomainError(
          'limit_reached',
          `The organization has ${limits.rolesOfOrganization} roles, which is the limit.`,
        );
      }
      if (!isRoleNameTaken(failure)) throw failure;
      throw new DomainError('conflict', 'There is a role with this name already. Choose another one.');
    });
  return roleId;
}
