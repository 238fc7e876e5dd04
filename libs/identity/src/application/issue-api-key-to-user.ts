import { DomainError } from '@svc/errors';
import { type EventMetadata, organizationTenant } from '@svc/kernel';
import { userNotFound } from '../domain/user/user.js';
import { queryAccess } from '../projections/access-query.js';
import { queryDeadApiKeys } from '../projections/dead-api-keys-query.js';
import type { IdentityContext } from './identity-context.js';
import { issueApiKey, type IssuedApiKey, type NewApiKey } from './issue-api-key.js';
import { organizationNotFound } from './organization-not-found.js';

/**
 * A key that the operator issues in a user's name; the user's own role is its ceiling. Where the organization holds all
 * the keys it can, dead ones make room: with none but these left nobody could sign in to delete them.
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
  const key = { ...request, roleId: row.user_role_id };
  try {
    return await issueApiKey(context, database, key, metadata);
  } catch (failure) {
    if (!(failure instanceof DomainError && failure.code === 'limit_reached')) throw failure;
    await deleteDeadKeys(context, orgId, metadata);
    return issueApiKey(context, database, key, metadata);
  }
}

async function deleteDeadKeys(
  { aggregates, database, clock }: IdentityContext,
  orgId: string,
  metadata: EventMetadata,
): Promise<void> {
  const tenantId = organizationTenant(orgId);
  for (const id of await queryDeadApiKeys(database, orgId, clock.now())) {
    await aggregates.apiKeys.change(database, { tenantId, orgId, id, metadata }, () => ({
      type: 'DeleteApiKey',
    }));
  }
}
