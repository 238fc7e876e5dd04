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

/** The super user of an organization created without one; `.invalid` is a reserved domain (RFC 2606). */
const superUser = { firstName: 'Super', lastName: 'User', email: 'admin@svc.invalid' };

@Injectable()
export class CreateOrganization {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly setUpOrganization: SetUpOrganization,
  ) {}

  /**
   * The request names the new organization; the caller's tenant is their own. The caller becomes a member of the new
   * one, so that they can create its first users and keys.
   * @throws DomainError `permission_denied`, `invalid_request` (the id), `conflict` (it exists), `validation_failed`,
   * `unauthenticated` (the caller was just deleted).
   */
  async execute({ caller, metadata }: RequestContext, request: OrganizationRequest): Promise<void> {
    requirePermission(caller.grants, 'Organization:CreateOrganization', {});
    const creator = { orgId: caller.orgId, userId: caller.userId };
    const organization = { ...request, seededByOperator: false, administrator: superUser, creator };
    await this.database.transaction((tx) => this.setUpOrganization.execute({ tx, metadata }, organization));
  }
}
