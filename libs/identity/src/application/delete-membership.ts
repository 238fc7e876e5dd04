import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { existingMembership } from '../domain/membership/membership.js';
import { LastSuperAdministrator } from './last-super-administrator.js';
import { Memberships } from './memberships.js';
import { RoleCeiling } from './role-ceiling.js';

@Injectable()
export class DeleteMembership {
  constructor(
    private readonly memberships: Memberships,
    private readonly ceiling: RoleCeiling,
    private readonly lastSuperAdministrator: LastSuperAdministrator,
  ) {}

  /** Whether the id is a member's. One query. */
  async isMember({ tenantId }: Pick<RequestContext, 'tenantId'>, userId: string): Promise<boolean> {
    return typeof (await this.memberships.load(tenantId, userId)).state !== 'string';
  }

  /**
   * Ends all rights of the member in this organization, like the deletion of a user. Their account at home and what
   * they said here stay.
   * @throws DomainError `not_found`, `permission_denied`, `operation_in_progress`, `conflict` (the last super
   * administrator).
   */
  async execute(context: RequestContext, userId: string): Promise<void> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    await this.memberships.change({ tenantId, id: userId, metadata }, async ({ state }) => {
      const { roleId } = existingMembership(state);
      const attributes = { org_id: orgId, user_id: userId, user_role_id: roleId };
      requirePermission(caller.grants, 'User:DeleteUser', attributes);
      await this.ceiling.refuseAbove(caller, orgId, roleId);
      return {
        commands: [{ type: 'DeleteMembership' }],
        before: (tx) => this.lastSuperAdministrator.requireOtherThan(tx, orgId, userId),
      };
    });
  }
}
