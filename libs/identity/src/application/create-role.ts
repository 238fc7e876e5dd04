import { Inject, Injectable } from '@nestjs/common';
import { requirePermission, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { IdGenerator } from '@svc/kernel';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { limits } from '../domain/limits.js';
import type { FrontendView } from '../domain/role/role-event.js';
import { isRoleLimitReached, isRoleNameTaken } from '../projections/role-rows.js';
import { KnownOrganizations } from './known-organizations.js';
import { Roles } from './roles.js';

export interface RoleRequest {
  readonly roleName: string;
  readonly description: string;
  readonly frontendView: FrontendView;
  readonly permissionGrants: readonly Grant[];
}

@Injectable()
export class CreateRole {
  constructor(
    private readonly roles: Roles,
    private readonly organizations: KnownOrganizations,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * A caller who may create roles may create any role: nobody can assign a role that they don't outrank.
   * @returns the role's id.
   * @throws DomainError `permission_denied`, `validation_failed`, `conflict` (the name is taken), `limit_reached`.
   */
  async execute(context: RequestContext, request: RoleRequest): Promise<string> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    requirePermission(caller.grants, 'Role:CreateRole', { org_id: orgId });
    const { seeded_by_operator: mayCreateOrganizations } = await this.organizations.byId(orgId);
    const id = this.ids.resourceId(tenantId);
    await this.roles
      .create(
        { tenantId, id, metadata },
        { type: 'CreateRole', roleId: id, ...request, defaultRank: 0, mayCreateOrganizations },
      )
      .catch((error: unknown) => {
        throw rejectionOf(error) ?? error;
      });
    return id;
  }
}

function rejectionOf(error: unknown): DomainError | undefined {
  if (isRoleNameTaken(error))
    return new DomainError(
      'conflict',
      'There is a role already with this name, or with one that looks the same. Choose another one.',
    );
  if (isRoleLimitReached(error))
    return new DomainError(
      'limit_reached',
      `The organization has ${limits.rolesOfOrganization} roles, which is the limit.`,
    );
  return undefined;
}
