import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isCheckViolation } from '@svc/postgres';
import type { ApiKeyEvent, ApiKeyState } from '../domain/api-key/api-key.js';
import { apiKeyTable } from './api-key-table.js';
import { orgIdOf, ownedBy } from './table-owner.js';

const secretTable = { name: 'identity.api_key_secret', owner: ownedBy('api_key_id') } as const;

export const apiKeyTables = [apiKeyTable, secretTable] as const;

export function apiKeyRows({
  tenantId,
  id: apiKeyId,
  before,
  after,
  events,
}: AggregateChange<ApiKeyState, ApiKeyEvent>): readonly SqlFragment[] {
  const orgId = orgIdOf(tenantId);
  const rowOf = (state: ApiKeyState) => (state && !state.isDeleted ? { ...state, orgId } : null);
  const ofKey = apiKeyTable.sync(rowOf(before), rowOf(after));
  if (rowOf(after) === null) return [...ofKey, removeSecret(orgId, apiKeyId)];
  // The state does not hold the secret: nothing is decided upon it.
  const secrets = events.filter((event) => event.type === 'ApiKeySecretStored');
  return [...ofKey, ...secrets.map(({ data }) => insertSecret(orgId, apiKeyId, data.secretSha256))];
}

/** Whether a failed append means that the organization holds all the keys it can. */
export function isApiKeyLimitReached(failure: unknown): boolean {
  return isCheckViolation(failure, 'api_key_limit');
}

function insertSecret(orgId: string, apiKeyId: string, secretSha256: Uint8Array): SqlFragment {
  return {
    name: 'api_key_secret_row',
    text: `INSERT INTO ${secretTable.name} (org_id, api_key_id, secret_sha256) VALUES ($1, $2, $3)`,
    values: [orgId, apiKeyId, Buffer.from(secretSha256)],
  };
}

function removeSecret(orgId: string, apiKeyId: string): SqlFragment {
  return {
    name: 'api_key_secret_removal',
    text: `DELETE FROM ${secretTable.name} WHERE org_id = $1 AND api_key_id = $2`,
    values: [orgId, apiKeyId],
  };
}
