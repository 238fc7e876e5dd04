import { requirePermission } from '@svc/auth';
import type { IdentityContext } from './identity-context.js';
import { issueApiKey, type IssuedApiKey } from './issue-api-key.js';
import type { Requester } from './requester.js';
import { requireOutranking, requireRole } from './role-ceiling.js';

export interface ApiKeyRequest {
  readonly name: string | undefined;
  /** ISO 8601, 1 to 90 days. */
  readonly duration: string;
  /** The ceiling for users that the key may sign in. */
  readonly roleName: string;
}

/** @throws DomainError `not_found` (the role), `permission_denied`, `limit_reached`, `validation_failed`. */
export async function createApiKey(
  context: IdentityContext,
  { caller, orgId, metadata }: Requester,
  { name, duration, roleName }: ApiKeyRequest,
): Promise<IssuedApiKey> {
  const { roleId, ...role } = await requireRole(context, orgId, roleName);
  requirePermission(caller.grants, 'Organization:CreateAPIKey', { org_id: orgId, role_id: roleId });
  await requireOutranking(context, caller, { roleId, ...role });
  const key = { orgId, creatorUserId: caller.userId, name, duration, roleId };
  return issueApiKey(context, context.database, key, metadata);
}
