import { Injectable } from '@nestjs/common';
import { organizationTenant } from '@svc/kernel';
import type { Installer } from '@svc/rpc';
import { highestRole } from '../projections/super-administrators-query.js';
import { KnownOrganizations } from './known-organizations.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

export interface NewSuperAdministrator {
  readonly orgId: string;
  readonly userId: string;
}

/**
 * Repairs an organization that has no administrator. Names a further super administrator, which no user of it can do.
 */
@Injectable()
export class GrantSuperAdministrator {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
    private readonly organizations: KnownOrganizations,
  ) {}

  /** @returns the role's id. @throws DomainError `organization_not_found`, `not_found`, `operation_in_progress`. */
  async execute({ metadata }: Installer, { orgId, userId }: NewSuperAdministrator): Promise<string> {
    await this.organizations.byId(orgId);
    const { roleId } = await this.ceiling.requireRole(orgId, highestRole);
    const target = { tenantId: organizationTenant(orgId), id: userIdOf(userId), metadata };
    await this.users.change(target, () => ({ type: 'AssignRole', roleId }));
    return roleId;
  }
}
