import { requirePermission } from '@svc/auth';
import { DomainError, jsonBytes } from '@svc/errors';
import { standardPreferences, type UserPreferences } from '../domain/preferences.js';
import { isEmailTaken } from '../projections/user-rows.js';
import type { IdentityContext } from './identity-context.js';
import { getOrganization } from './get-organization.js';
import { targetOf, type Requester } from './requester.js';
import { requireOutranking, requireRole } from './role-ceiling.js';

export interface UserRequest {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roleName: string;
  readonly nonsensitiveVariables: Readonly<Record<string, string>>;
  readonly sensitiveVariables: Readonly<Record<string, string>>;
  /** Absent: the organization's defaults. */
  readonly preferences?: UserPreferences | undefined;
}

/**
 * @returns the user's id.
 * @throws DomainError `not_found` (the role), `permission_denied`, `validation_failed`, `conflict` (the e-mail).
 */
export async function createUser(
  context: IdentityContext,
  requester: Requester,
  { roleName, sensitiveVariables, preferences, ...request }: UserRequest,
): Promise<string> {
  const { database, aggregates, vault, clock, ids } = context;
  const { caller, orgId, tenantId } = requester;
  const role = await requireRole(context, orgId, roleName);
  requirePermission(caller.grants, 'User:InviteUser', { org_id: orgId, user_role_id: role.roleId });
  await requireOutranking(context, caller, role);
  const organization = await getOrganization(context, orgId);
  const userId = ids.objectId();
  await aggregates.users
    .create(database, targetOf(requester, userId), {
      type: 'CreateUser',
      userId,
      ...request,
      roleId: role.roleId,
      preferences: preferences ?? organization.default_user_preferences ?? standardPreferences,
      sealedVariables: vault.seal({ tenantId, userId }, sensitiveVariables),
      sensitiveVariableBytes: jsonBytes(sensitiveVariables),
      nowMs: clock.now(),
    })
    .catch((failure: unknown) => {
      if (!isEmailTaken(failure)) throw failure;
      throw new DomainError('conflict', 'Another user of this organization has this e-mail address.');
    });
  return userId;
}
