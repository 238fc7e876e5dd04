import type { SqlFragment } from '@svc/event-store';
import { isCheckViolation } from '@svc/postgres';
import type { ApiKeyEvent } from '../domain/api-key/api-key.js';

/** How many keys an organization can hold; the check of `api_key_count` says the same. */
export const mostApiKeys = 20;

export function apiKeyRows(
  orgId: string,
  events: readonly ApiKeyEvent[],
  apiKeyId: string,
): readonly SqlFragment[] {
  return events.flatMap((event): readonly SqlFragment[] => {
    switch (event.type) {
      case 'ApiKeyCreated':
        return [insertKey(orgId, event.data), countKeys(orgId, 1)];
      case 'ApiKeySecretStored':
        return [insertSecret(orgId, apiKeyId, event.data.secretSha256)];
      case 'ApiKeyDeleted':
        return [
          remove('api_key', orgId, apiKeyId),
          remove('api_key_secret', orgId, apiKeyId),
          countKeys(orgId, -1),
        ];
    }
  });
}

/** Whether a failed append means that the organization holds all the keys it can. */
export function isApiKeyLimitReached(failure: unknown): boolean {
  return isCheckViolation(failure, 'api_key_limit');
}

type Created = Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'];

function insertKey(orgId: string, key: Created): SqlFragment {
  return {
    name: 'api_key_row',
    text: `INSERT INTO identity.api_key
             (org_id, api_key_id, record_id, name, role_id, creator_user_id, expires_at, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      orgId,
      key.apiKeyId,
      key.recordId,
      key.name ?? null,
      key.roleId,
      key.creatorUserId,
      new Date(key.expiresAtMs),
      new Date(key.createdAtMs),
    ],
  };
}

function insertSecret(orgId: string, apiKeyId: string, secretSha256: Uint8Array): SqlFragment {
  return {
    name: 'api_key_secret_row',
    text: `INSERT INTO identity.api_key_secret (org_id, api_key_id, secret_sha256) VALUES ($1, $2, $3)`,
    values: [orgId, apiKeyId, Buffer.from(secretSha256)],
  };
}

function remove(table: 'api_key' | 'api_key_secret', orgId: string, apiKeyId: string): SqlFragment {
  return {
    name: `${table}_removal`,
    text: `DELETE FROM identity.${table} WHERE org_id = $1 AND api_key_id = $2`,
    values: [orgId, apiKeyId],
  };
}

/** Two additions at once wait for each other here, so that the check sees both. */
function countKeys(orgId: string, change: 1 | -1): SqlFragment {
  return {
    name: 'api_key_count_row',
    text: `INSERT INTO identity.api_key_count AS count (org_id, keys) VALUES ($1, $2)
           ON CONFLICT (org_id) DO UPDATE SET keys = count.keys + excluded.keys`,
    values: [orgId, change],
  };
}
