import { requirePermission } from '@svc/auth';
import { isUuid } from '@svc/kernel';
import { apiKeyNotFound, existingApiKey } from '../domain/api-key/api-key.js';
import type { IdentityContext } from './identity-context.js';
import { targetOf, type Requester } from './requester.js';
import { refuseAbove } from './role-ceiling.js';

/** Ends the key and the tokens that it issued. @throws DomainError `not_found`, `permission_denied`. */
export async function deleteApiKey(
  context: Pick<IdentityContext, 'database' | 'aggregates' | 'roles'>,
  requester: Requester,
  apiKeyId: string,
): Promise<void> {
  const { database, aggregates } = context;
  const { caller, orgId } = requester;
  if (!isUuid(apiKeyId)) throw apiKeyNotFound();
  await aggregates.apiKeys.change(database, targetOf(requester, apiKeyId), async (state) => {
    const { roleId } = existingApiKey(state);
    requirePermission(caller.grants, 'Organization:DeleteAPIKey', { org_id: orgId, role_id: roleId });
    await refuseAbove(context, caller, orgId, roleId);
    return { type: 'DeleteApiKey' };
  });
}
