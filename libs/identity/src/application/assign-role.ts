import { requirePermission } from '@svc/auth';
import { existingUser } from '../domain/user/user.js';
import type { IdentityContext } from './identity-context.js';
import { targetOf, type Requester } from './requester.js';
import { requireOutranking, requireRankOf, requireRole } from './role-ceiling.js';
import { userIdOf } from './user-id.js';

/**
 * The caller must outrank the new role, and not be below the one that the user has: else anybody could pull down those
 * above them.
 * @returns the role's id.
 * @throws DomainError `not_found` (role or user), `permission_denied`, `operation_in_progress`.
 */
export async function assignRole(
  context: IdentityContext,
  requester: Requester,
  request: { readonly roleName: string; readonly userId: string },
): Promise<string> {
  const { database, aggregates } = context;
  const { caller, orgId } = requester;
  const userId = userIdOf(request.userId);
  const role = await requireRole(context, orgId, request.roleName);
  await aggregates.users.change(database, targetOf(requester, userId), async (state) => {
    const user = existingUser(state);
    const attributes = { org_id: orgId, user_id: userId, user_role_id: user.roleId };
    requirePermission(caller.grants, 'User:UpdateUserInfo', attributes);
    await requireOutranking(context, caller, role);
    await requireRankOf(context, caller, orgId, user.roleId);
    return { type: 'AssignRole', roleId: role.roleId };
  });
  return role.roleId;
}
