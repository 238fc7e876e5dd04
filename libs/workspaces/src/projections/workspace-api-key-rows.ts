import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import { workspaceIdOf } from './workspace-id-of.js';
import {
  isLiving,
  type WorkspaceApiKeyEvent,
  type WorkspaceApiKeyState,
} from '../domain/workspace-api-key/workspace-api-key.js';
import {
  revokedWorkspaceApiKeyTable,
  workspaceApiKeySecretTable,
  workspaceApiKeyTable,
} from './workspace-api-key-table.js';

export const workspaceApiKeyTables: readonly Table[] = [
  workspaceApiKeyTable,
  workspaceApiKeySecretTable,
  revokedWorkspaceApiKeyTable,
];

export function workspaceApiKeyRows({
  tenantId,
  id: credentialId,
  before,
  after,
  events,
}: AggregateChange<WorkspaceApiKeyState, WorkspaceApiKeyEvent>): readonly SqlFragment[] {
  const workspaceId = workspaceIdOf(tenantId);
  const rowOf = (state: WorkspaceApiKeyState) => (isLiving(state) ? { ...state, workspaceId } : null);
  const revokedRowOf = (state: WorkspaceApiKeyState) =>
    state === 'none' || isLiving(state) ? null : { ...state, workspaceId };
  const ofKey = workspaceApiKeyTable.sync(rowOf(before), rowOf(after));
  if (rowOf(after) === null)
    return [
      ...ofKey,
      workspaceApiKeySecretTable.removeOf(tenantId, credentialId),
      ...revokedWorkspaceApiKeyTable.sync(revokedRowOf(before), revokedRowOf(after)),
    ];
  // The state does not hold the secret, since no decision depends on it.
  const latest = events.findLast((event) => event.type === 'WorkspaceApiKeySecretStored');
  if (!latest) return ofKey;
  const secret = { ...latest.data, workspaceId, credentialId };
  const table = workspaceApiKeySecretTable;
  return [...ofKey, before === 'none' ? table.insert(secret) : table.update(secret)];
}
