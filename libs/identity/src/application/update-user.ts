import { requirePermission } from '@svc/auth';
import type { UserPreferences } from '../domain/preferences.js';
import { existingUser } from '../domain/user/user.js';
import type { UpdateUser } from '../domain/user/user-command.js';
import type { IdentityContext } from './identity-context.js';
import { targetOf, type Requester } from './requester.js';
import { requireRankAbove } from './role-ceiling.js';
import { userIdOf } from './user-id.js';

type Change = Omit<UpdateUser, 'type'>;

/**
 * What somebody keeps from administrators, only they themselves show to them again, or those who could sign in as them.
 * @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `operation_in_progress`.
 */
export async function updateUser(
  context: Pick<IdentityContext, 'database' | 'aggregates' | 'roles'>,
  requester: Requester,
  requestedUserId: string,
  change: Change,
): Promise<void> {
  const { database, aggregates } = context;
  const { caller, orgId } = requester;
  const userId = userIdOf(requestedUserId);
  await aggregates.users.change(database, targetOf(requester, userId), async (state) => {
    const { roleId, preferences } = existingUser(state);
    const attributes = { org_id: orgId, user_id: userId, user_role_id: roleId };
    requirePermission(caller.grants, 'User:UpdateUserInfo', attributes);
    if (userId !== caller.userId && showsMore(change, preferences))
      await requireRankAbove(context, caller, orgId, roleId);
    return { type: 'UpdateUser', ...change };
  });
}

function showsMore(change: Change, before: UserPreferences): boolean {
  return (
    (change.conversationsVisibleToAdmins === true && !before.conversationsVisibleToAdmins) ||
    (change.userModelVisibleToAdmins === true && !before.userModelVisibleToAdmins)
  );
}
