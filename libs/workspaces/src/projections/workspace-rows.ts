import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isCheckViolation, isUniqueViolation } from '@svc/postgres';
import type { WorkspaceState } from '../domain/workspace/workspace.js';
import type { WorkspaceEvent } from '../domain/workspace/workspace-event.js';
import { workspaceTable } from './workspace-table.js';

export function workspaceRows({
  before,
  after,
}: AggregateChange<WorkspaceState, WorkspaceEvent>): readonly SqlFragment[] {
  return workspaceTable.sync(before, after);
}

/** Whether an append failed because another workspace has the slug. */
export function isSlugTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'workspace_slug_key');
}

/** Whether an append failed because the organization is at its limit of workspaces. */
export function isWorkspaceLimitReached(error: unknown): boolean {
  return isCheckViolation(error, 'workspace_limit');
}
