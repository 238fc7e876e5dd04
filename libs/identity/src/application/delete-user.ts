import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import type { Requester } from '@svc/rpc';
import { requireOrganization } from './require-organization.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

@Injectable()
export class DeleteUser {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
  ) {}

  /**
   * Ends the user's tokens, and those of everybody who signs in with keys that the user made. With the user goes all that
   * is known of them here, and their data key: nothing that is sealed under it opens any more, in any context.
   * @throws DomainError `not_found`, `permission_denied`, `operation_in_progress`.
   */
  async execute(requester: Requester, { userId }: { readonly userId: string }): Promise<void> {
    const { caller, tenantId, metadata } = requester;
    const orgId = requireOrganization(requester);
    const id = userIdOf(userId);
    await this.users.end({ tenantId, id, metadata }, async ({ roleId }) => {
      const attributes = { org_id: orgId, user_id: id, user_role_id: roleId };
      requirePermission(caller.grants, 'User:DeleteUser', attributes);
      await this.ceiling.refuseAbove(caller, orgId, roleId);
    });
  }
}
