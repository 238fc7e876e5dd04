import { requirePermission } from '@svc/auth';
import { existingUser } from '../domain/user/user.js';
import type { IdentityContext } from './identity-context.js';
import { targetOf, type Requester } from './requester.js';
import { refuseAbove } from './role-ceiling.js';
import { userIdOf } from './user-id.js';

/**
 * Ends the user's tokens, and those of everybody who signs in with keys that the user made.
 * @throws DomainError `not_found`, `permission_denied`, `operation_in_progress`.
 */
export async function deleteUser(
  context: Pick<IdentityContext, 'database' | 'aggregates' | 'roles'>,
  requester: Requester,
  requestedUserId: string,
): Promise<void> {
  const { database, aggregates } = context;
  const { caller, orgId } = requester;
  const userId = userIdOf(requestedUserId);
  await aggregates.users.change(database, targetOf(requester, userId), async (state) => {
    const { roleId } = existingUser(state);
    const attributes = { org_id: orgId, user_id: userId, user_role_id: roleId };
    requirePermission(caller.grants, 'User:DeleteUser', attributes);
    await refuseAbove(context, caller, orgId, roleId);
    return { type: 'DeleteUser' };
  });
}
