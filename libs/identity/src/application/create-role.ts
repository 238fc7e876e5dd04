import { Inject, Injectable } from '@nestjs/common';
import { requirePermission, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { IdGenerator } from '@svc/kernel';
import { type Requester, requireOrganization } from '@svc/rpc';
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
   * Whoever may create roles may create any: nobody can hand out a role that they don't outrank.
   * @returns the role's id.
   * @throws DomainError `permission_denied`, `validation_failed`, `conflict` (the name is taken), `limit_reached`.
   */
  async execute(requester: Requester, request: RoleRequest): Promise<string> {
    const { caller, tenantId, metadata } = requester;
    const orgId = requireOrganization(requester);
    requirePermission(caller.grants, 'Role:CreateRole', { org_id: orgId });
    const { seeded_by_operator: mayCreateOrganizations } = await this.organizations.byId(orgId);
    const id = this.ids.resourceId(tenantId);
    await this.roles
      .create(
        { tenantId, id, metadata },
        { type: 'CreateRole', roleId: id, ...request, defaultRank: 0, mayCreateOrganizations },
      )
      .catch((failure: unknown) => {
        throw refusalOf(failure) ?? failure;
      });
    return id;
  }
}

function refusalOf(failure: unknown): DomainError | undefined {
  if (isRoleNameTaken(failure))
    return new DomainError(
      'conflict',
      'There is a role already with this name, or with one that looks the same. Choose another one.',
    );
  if (isRoleLimitReached(failure))
    return new DomainError(
      'limit_reached',
      `The organization has ${limits.rolesOfOrganization} roles, which is the limit.`,
    );
  return undefined;
}
