import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { existingUser } from '../domain/user/user.js';
import { LastSuperAdministrator } from './last-super-administrator.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

@Injectable()
export class AssignRole {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
    private readonly lastSuperAdministrator: LastSuperAdministrator,
  ) {}

  /**
   * The caller must outrank the new role and not be below the user's present one; otherwise anybody could demote those
   * above them.
   * @returns the role's id.
   * @throws DomainError `not_found` (role or user), `permission_denied`, `operation_in_progress`, `conflict` (the last
   * super administrator).
   */
  async execute(
    context: RequestContext,
    request: { readonly roleName: string; readonly userId: string },
  ): Promise<string> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const id = userIdOf(request.userId);
    const role = await this.ceiling.requireRole(orgId, request.roleName);
    await this.users.change({ tenantId, id, metadata }, async ({ state }) => {
      const user = existingUser(state);
      const attributes = { org_id: orgId, user_id: id, user_role_id: user.roleId };
      requirePermission(caller.grants, 'User:UpdateUserInfo', attributes);
      await this.ceiling.requireOutranking(caller, role);
      await this.ceiling.requireRankOf(caller, orgId, user.roleId);
      return {
        commands: [{ type: 'AssignRole', roleId: role.roleId }],
        before: (tx) => this.lastSuperAdministrator.requireOtherThan(tx, orgId, id),
      };
    });
    return role.roleId;
  }
}
