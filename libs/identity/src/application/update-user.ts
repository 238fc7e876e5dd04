import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { UserPreferences } from '../domain/preferences.js';
import { existingUser } from '../domain/user/user.js';
import type { UpdateUser as UpdateUserCommand } from '../domain/user/user-command.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

export interface UserChange extends Omit<UpdateUserCommand, 'type'> {
  readonly userId: string;
}

@Injectable()
export class UpdateUser {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
  ) {}

  /**
   * Only the user, or those who could sign in as them, can show again what the user hides from administrators.
   * Users below them can't write what agents learn of them.
   * @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `operation_in_progress`.
   */
  async execute(context: RequestContext, { userId, ...change }: UserChange): Promise<void> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const id = userIdOf(userId);
    await this.users.change({ tenantId, id, metadata }, async ({ state }) => {
      const { roleId, preferences } = existingUser(state);
      const attributes = { org_id: orgId, user_id: id, user_role_id: roleId };
      requirePermission(caller.grants, 'User:UpdateUserInfo', attributes);
      if (id !== caller.userId) {
        if (showsMore(change, preferences)) await this.ceiling.requireRankAbove(caller, orgId, roleId);
        // What agents know of a user steers what they say to them.
        if (change.additionalContext.length > 0) await this.ceiling.refuseAbove(caller, orgId, roleId);
      }
      return { type: 'UpdateUser', ...change };
    });
  }
}

function showsMore(change: Omit<UserChange, 'userId'>, before: UserPreferences): boolean {
  return (
    (change.conversationsVisibleToAdmins === true && !before.conversationsVisibleToAdmins) ||
    (change.userModelVisibleToAdmins === true && !before.userModelVisibleToAdmins)
  );
}
