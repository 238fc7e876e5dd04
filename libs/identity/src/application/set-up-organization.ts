import { Inject, Injectable } from '@nestjs/common';
import { defaultRoles } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { ConcurrencyError, type CommandTarget } from '@svc/event-store';
import { organizationTenant, type IdGenerator } from '@svc/kernel';
import { IDS } from '@svc/service-host';
import { organizationExists } from '../domain/organization/organization.js';
import type { UserDimension } from '../domain/organization/user-dimension.js';
import { standardPreferences, type UserPreferences } from '../domain/preferences.js';
import { withoutVariables } from '../domain/user/user-command.js';
import { lockUser, type HomeUser } from '../projections/membership-query.js';
import { Memberships } from './memberships.js';
import { Organizations } from './organizations.js';
import { Roles } from './roles.js';
import { Users } from './users.js';

export interface NewOrganization {
  readonly orgId: string;
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  readonly defaultUserPreferences: UserPreferences | null;
  readonly seededByOperator: boolean;
  /** Has the highest role. */
  readonly administrator: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** A user of another organization, who becomes a member with the highest role. Null: the installer creates it. */
  readonly creator: HomeUser | null;
}

export interface NewOrganizationIds {
  readonly administratorUserId: string;
  /** The highest default role. */
  readonly highestRoleId: string;
}

/**
 * Creates an organization, its default roles, its first user with the highest of them, and the membership of its
 * creator: all or nothing.
 */
@Injectable()
export class SetUpOrganization {
  constructor(
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly users: Users,
    private readonly memberships: Memberships,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @throws DomainError `invalid_request` (the id), `conflict` (it exists), `validation_failed`, `unauthenticated`
   * (the creator is gone).
   */
  async execute(
    { tx, metadata }: Required<Pick<CommandTarget, 'tx' | 'metadata'>>,
    { administrator, creator, ...organization }: NewOrganization,
  ): Promise<NewOrganizationIds> {
    const { orgId, seededByOperator } = organization;
    const tenantId = organizationTenant(orgId);
    const target = (id: string): CommandTarget => ({ tenantId, id, metadata, tx });
    await this.organizations
      .create(target(orgId), { type: 'CreateOrganization', ...organization })
      .catch((error: unknown) => {
        throw error instanceof ConcurrencyError ? organizationExists(orgId) : error;
      });
    let highestRoleId = '';
    for (const { name, description, frontendView, rank, grants } of defaultRoles(seededByOperator)) {
      highestRoleId = this.ids.resourceId(tenantId);
      await this.roles.create(target(highestRoleId), {
        type: 'CreateRole',
        roleId: highestRoleId,
        roleName: name,
        description,
        frontendView,
        permissionGrants: grants,
        defaultRank: rank,
        mayCreateOrganizations: seededByOperator,
      });
    }
    const administratorUserId = this.ids.resourceId(tenantId);
    await this.users.add(target(administratorUserId), {
      type: 'CreateUser',
      userId: administratorUserId,
      ...administrator,
      roleId: highestRoleId,
      preferences: organization.defaultUserPreferences ?? standardPreferences,
      ...withoutVariables,
    });
    if (creator) {
      if (!(await lockUser(tx, creator))) throw creatorGone();
      const { orgId: homeOrgId, userId } = creator;
      const membership = { homeOrgId, userId, roleId: highestRoleId };
      await this.memberships.create(target(userId), { type: 'CreateMembership', ...membership });
    }
    return { administratorUserId, highestRoleId };
  }
}

function creatorGone(): DomainError {
  return new DomainError('unauthenticated', 'The user behind this token is gone. Sign in again.');
}
