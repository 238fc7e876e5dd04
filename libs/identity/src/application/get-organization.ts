import { Injectable } from '@nestjs/common';
import { permits } from '@svc/auth';
import type { RequestContext } from '@svc/rpc';
import type { UserDimension } from '../domain/organization/user-dimension.js';
import { standardPreferences, type UserPreferences } from '../domain/preferences.js';
import { KnownOrganizations } from './known-organizations.js';

export interface ShownOrganization {
  readonly orgId: string;
  readonly orgName: string;
  /** Null without the permission to see them. */
  readonly details: {
    readonly defaultUserPreferences: UserPreferences;
    readonly userDimensions: readonly UserDimension[];
  } | null;
}

@Injectable()
export class GetOrganization {
  constructor(private readonly organizations: KnownOrganizations) {}

  /**
   * Anybody sees the name, even without a credential; the details need `Organization:GetOrganizationDetails`.
   * @throws DomainError `organization_not_found`.
   */
  async execute(
    context: RequestContext | null,
    { orgId }: { readonly orgId: string },
  ): Promise<ShownOrganization> {
    const row = await this.organizations.byId(orgId);
    const grants = context?.caller.grants ?? [];
    const details = permits(grants, 'Organization:GetOrganizationDetails', { org_id: orgId })
      ? {
          defaultUserPreferences: row.default_user_preferences ?? standardPreferences,
          userDimensions: row.user_dimensions,
        }
      : null;
    return { orgId, orgName: row.org_name, details };
  }
}
