import { requirePermission } from '@svc/auth';
import { existingUser, type UpdateUser } from '../domain/user/user.js';
import type { IdentityContext } from './identity-context.js';
import { targetOf, type Requester } from './requester.js';
import { userIdOf } from './user-id.js';

/** @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `operation_in_progress`. */
export async function updateUser(
  { database, aggregates }: Pick<IdentityContext, 'database' | 'aggregates'>,
  requester: Requester,
  requestedUserId: string,
  change: Omit<UpdateUser, 'type'>,
): Promise<void> {
  const { caller, orgId } = requester;
  const userId = userIdOf(requestedUserId);
  await aggregates.users.change(database, targetOf(requester, userId), (state) => {
    const { roleId } = existingUser(state);
    const attributes = { org_id: orgId, user_id: userId, user_role_id: roleId };
    requirePermission(caller.grants, 'User:UpdateUserInfo', attributes);
    return { type: 'UpdateUser', ...change };
  });
}
