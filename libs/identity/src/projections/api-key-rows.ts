import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import { isCheckViolation } from '@svc/postgres';
import type { ApiKeyEvent, ApiKeyState } from '../domain/api-key/api-key.js';
import { apiKeyTable } from './api-key-table.js';
import { apiKeySecretTable } from './api-key-secret-table.js';
import { orgIdOf } from './table-owner.js';

export const apiKeyTables: readonly Table[] = [apiKeyTable, apiKeySecretTable];

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
  if (rowOf(after) === null) return [...ofKey, apiKeySecretTable.removeOf(tenantId, apiKeyId)];
  // The state does not hold the secret, since no decision depends on it.
  const secrets = events.filter((event) => event.type === 'ApiKeySecretStored');
  return [
    ...ofKey,
    ...apiKeySecretTable.insertAll(secrets.map(({ data }) => ({ ...data, orgId, apiKeyId }))),
  ];
}

/** Whether an append failed because the organization is at its limit of keys. */
export function isApiKeyLimitReached(error: unknown): boolean {
  return isCheckViolation(error, 'api_key_limit');
}
