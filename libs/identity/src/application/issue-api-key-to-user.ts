import type { EventMetadata } from '@svc/event-store';
import { userNotFound } from '../domain/user/user.js';
import { queryAccess } from '../projections/access-query.js';
import type { IdentityContext } from './identity-context.js';
import { issueApiKey, type IssuedApiKey, type NewApiKey } from './issue-api-key.js';
import { organizationNotFound } from './organization-not-found.js';

/**
 * A key that the operator issues in a user's name; the user's own role is its ceiling.
 * @throws DomainError `organization_not_found`, `not_found`, `limit_reached`, `validation_failed`.
 */
export async function issueApiKeyToUser(
  context: IdentityContext,
  request: Omit<NewApiKey, 'roleId'>,
  metadata: EventMetadata,
): Promise<IssuedApiKey> {
  const { database } = context;
  const { orgId, creatorUserId } = request;
  const row = await queryAccess(database, { orgId, userId: creatorUserId, apiKeyId: '' });
  if (!row) throw organizationNotFound(orgId);
  if (row.user_role_id === null) throw userNotFound();
  return issueApiKey(context, database, { ...request, roleId: row.user_role_id }, metadata);
}
