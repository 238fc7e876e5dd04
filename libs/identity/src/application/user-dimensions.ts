import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { UserDimension } from '../domain/organization/user-dimension.js';
import { KnownOrganizations } from './known-organizations.js';

/** The directions in which user models of an organization grow. */
@Injectable()
export class UserDimensions {
  constructor(private readonly organizations: KnownOrganizations) {}

  /** @throws DomainError `organization_not_found`, `permission_denied`. */
  async list(context: RequestContext): Promise<readonly UserDimension[]> {
    const orgId = requireOrganization(context);
    const { user_dimensions: dimensions } = await this.organizations.byId(orgId);
    requirePermission(context.caller.grants, 'Organization:GetOrganizationDetails', { org_id: orgId });
    return dimensions;
  }

  /** For other contexts, without a caller. @throws DomainError `organization_not_found`. */
  async resolve(orgId: string): Promise<readonly UserDimension[]> {
    return (await this.organizations.byId(orgId)).user_dimensions;
  }
}
