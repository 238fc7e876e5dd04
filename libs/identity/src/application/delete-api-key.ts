import { requirePermission } from '@svc/auth';
import { isUuid } from '@svc/kernel';
import { apiKeyNotFound, existingApiKey } from '../domain/api-key/api-key.js';
import type { IdentityContext } from './identity-context.js';
import { targetOf, type Requester } from './requester.js';

/** Ends the key and the tokens that it issued. @throws DomainError `not_found`, `permission_denied`. */
export async function deleteApiKey(
  { database, aggregates }: Pick<IdentityContext, 'database' | 'aggregates'>,
  requester: Requester,
  apiKeyId: string,
): Promise<void> {
  const { caller, orgId } = requester;
  if (!isUuid(apiKeyId)) throw apiKeyNotFound();
  await aggregates.apiKeys.change(database, targetOf(requester, apiKeyId), (state) => {
    const { roleId } = existingApiKey(state);
    requirePermission(caller.grants, 'Organization:DeleteAPIKey', { org_id: orgId, role_id: roleId });
    return { type: 'DeleteApiKey' };
  });
}
