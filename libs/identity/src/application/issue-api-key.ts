import { formatApiKey, hashApiKey } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { type EventMetadata, organizationTenant } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { isApiKeyLimitReached, mostApiKeys } from '../projections/api-key-rows.js';
import type { IdentityContext } from './identity-context.js';

export interface NewApiKey {
  readonly orgId: string;
  readonly creatorUserId: string;
  readonly name: string | undefined;
  /** ISO 8601, 1 to 90 days. */
  readonly duration: string;
  /** The ceiling for users that the key may sign in. */
  readonly roleId: string;
}

export interface IssuedApiKey {
  readonly apiKeyId: string;
  /** Answered once; only its hash is stored. */
  readonly apiKey: string;
  readonly expiresAtMs: number;
}

const secretBytes = 32;

/**
 * Makes a key, without asking who may.
 * @throws DomainError `limit_reached` (20 keys), `validation_failed` (duration, name).
 */
export async function issueApiKey(
  { aggregates, clock, ids, random }: Pick<IdentityContext, 'aggregates' | 'clock' | 'ids' | 'random'>,
  executor: Executor,
  { orgId, creatorUserId, name, duration, roleId }: NewApiKey,
  metadata: EventMetadata,
): Promise<IssuedApiKey> {
  const apiKey = formatApiKey(random(secretBytes));
  const apiKeyId = ids.uuid();
  const state = await aggregates.apiKeys
    .create(
      executor,
      { tenantId: organizationTenant(orgId), orgId, id: apiKeyId, metadata },
      {
        type: 'CreateApiKey',
        apiKeyId,
        recordId: ids.objectId(),
        name,
        roleId,
        creatorUserId,
        duration,
        secretSha256: hashApiKey(apiKey),
        nowMs: clock.now(),
      },
    )
    .catch((failure: unknown) => {
      if (!isApiKeyLimitReached(failure)) throw failure;
      throw new DomainError(
        'limit_reached',
        `The organization holds ${mostApiKeys} API keys, which is the limit. Delete one first.`,
      );
    });
  return { apiKeyId, apiKey, expiresAtMs: state?.expiresAtMs ?? 0 };
}
