import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { UpdateOrganization as UpdateOrganizationCommand } from '../domain/organization/organization.js';
import { KnownOrganizations } from './known-organizations.js';
import { Organizations } from './organizations.js';

@Injectable()
export class UpdateOrganization {
  constructor(
    private readonly organizations: Organizations,
    private readonly known: KnownOrganizations,
  ) {}

  /** @throws DomainError `organization_not_found`, `permission_denied`, `validation_failed`. */
  async execute(context: RequestContext, change: Omit<UpdateOrganizationCommand, 'type'>): Promise<void> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    await this.known.byId(orgId);
    requirePermission(caller.grants, 'Organization:ModifyOrganization', { org_id: orgId });
    await this.organizations.change({ tenantId, id: orgId, metadata }, () => ({
      type: 'UpdateOrganization',
      ...change,
    }));
  }
}
