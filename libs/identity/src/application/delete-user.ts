import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { userSubject } from '@svc/kernel';
import type { Requester } from '@svc/rpc';
import { DataKeys } from '../adapters/data-keys.js';
import { existingUser } from '../domain/user/user.js';
import { requireOrganization } from './require-organization.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

@Injectable()
export class DeleteUser {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
    private readonly keys: DataKeys,
  ) {}

  /**
   * Ends the user's tokens, and those of everybody who signs in with keys that the user made. With the user goes their
   * data key: nothing that is sealed under it opens any more, in any context.
   * @throws DomainError `not_found`, `permission_denied`, `operation_in_progress`.
   */
  async execute(requester: Requester, { userId }: { readonly userId: string }): Promise<void> {
    const { caller, tenantId, metadata } = requester;
    const orgId = requireOrganization(requester);
    const id = userIdOf(userId);
    const destruction = this.keys.destruction(userSubject(tenantId, id));
    await this.users.change({ tenantId, id, metadata }, async ({ state }) => {
      const { roleId } = existingUser(state);
      const attributes = { org_id: orgId, user_id: id, user_role_id: roleId };
      requirePermission(caller.grants, 'User:DeleteUser', attributes);
      await this.ceiling.refuseAbove(caller, orgId, roleId);
      return { commands: [{ type: 'DeleteUser' }], alongside: [destruction] };
    });
  }
}
