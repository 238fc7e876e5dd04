import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import type { UserDimension } from '../domain/organization/user-dimension.js';
import type { UserPreferences } from '../domain/preferences.js';
import { SetUpOrganization } from './set-up-organization.js';

export interface OrganizationRequest {
  readonly orgId: string;
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  /** Null: the system's defaults. */
  readonly defaultUserPreferences: UserPreferences | null;
}

/** The super user of an organization that nobody has named one for; `.invalid` is no domain (RFC 2606). */
const superUser = { firstName: 'Super', lastName: 'User', email: 'admin@svc.invalid' };

@Injectable()
export class CreateOrganization {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly setUpOrganization: SetUpOrganization,
  ) {}

  /**
   * The caller's tenant is their own organization; the one to be is named by the request. The caller becomes a member there,
   * so that it can be entered and given its first users and keys.
   * @throws DomainError `permission_denied`, `invalid_request` (the id), `conflict` (it exists), `validation_failed`,
   * `unauthenticated` (the caller was deleted meanwhile).
   */
  async execute({ caller, metadata }: RequestContext, request: OrganizationRequest): Promise<void> {
    requirePermission(caller.grants, 'Organization:CreateOrganization', {});
    const creator = { orgId: caller.orgId, userId: caller.userId };
    const organization = { ...request, seededByOperator: false, administrator: superUser, creator };
    await this.database.transaction((tx) => this.setUpOrganization.execute({ tx, metadata }, organization));
  }
}
