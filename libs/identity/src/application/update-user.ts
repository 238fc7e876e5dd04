import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
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
   * Only the user can show again what is hidden from administrators, with a token of their own key: nobody else who
   * signs in as them. Users below them can't write what agents learn of them.
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
      if (showsMore(change, preferences) && (id !== caller.userId || !caller.withOwnKey))
        throw new DomainError(
          'permission_denied',
          'Only the user can let administrators see what was hidden from them, signed in with an API key of their own.',
        );
      // What agents know of a user steers what they say to them.
      if (id !== caller.userId && change.additionalContext.length > 0)
        await this.ceiling.refuseAbove(caller, orgId, roleId);
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
