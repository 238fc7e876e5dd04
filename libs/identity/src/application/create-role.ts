import { requirePermission, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { FrontendView } from '../domain/role/role.js';
import { isRoleNameTaken } from '../projections/role-rows.js';
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
 * @throws DomainError `permission_denied`, `validation_failed`, `conflict` (the name is taken).
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
      if (!isRoleNameTaken(failure)) throw failure;
      throw new DomainError('conflict', 'There is a role with this name already. Choose another one.');
    });
  return roleId;
}
