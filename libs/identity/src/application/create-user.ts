import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { IdGenerator } from '@svc/kernel';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { standardPreferences, type UserPreferences } from '../domain/preferences.js';
import { isEmailTaken } from '../projections/user-rows.js';
import { KnownOrganizations } from './known-organizations.js';
import { RoleCeiling } from './role-ceiling.js';
import { Users } from './users.js';

export interface UserRequest {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roleName: string;
  readonly nonsensitiveVariables: Readonly<Record<string, string>>;
  readonly sensitiveVariables: Readonly<Record<string, string>>;
  /** Null: the organization's defaults. */
  readonly preferences: UserPreferences | null;
}

@Injectable()
export class CreateUser {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
    private readonly organizations: KnownOrganizations,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @returns the user's id.
   * @throws DomainError `not_found` (the role), `permission_denied`, `validation_failed`, `conflict` (the e-mail).
   */
  async execute(
    context: RequestContext,
    { roleName, preferences, ...request }: UserRequest,
  ): Promise<string> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const role = await this.ceiling.requireRole(orgId, roleName);
    const { roleId } = role;
    requirePermission(caller.grants, 'User:InviteUser', { org_id: orgId, user_role_id: roleId });
    await this.ceiling.requireOutranking(caller, role);
    const organization = await this.organizations.byId(orgId);
    const id = this.ids.resourceId(tenantId);
    await this.users
      .add(
        { tenantId, id, metadata },
        {
          type: 'CreateUser',
          userId: id,
          ...request,
          roleId,
          preferences: preferences ?? organization.default_user_preferences ?? standardPreferences,
        },
      )
      .catch((error: unknown) => {
        if (!isEmailTaken(error)) throw error;
        throw new DomainError('conflict', 'Another user of this organization has this e-mail address.');
      });
    return id;
  }
}
