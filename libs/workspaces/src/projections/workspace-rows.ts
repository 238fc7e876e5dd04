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

/** Whether a failed append means that another workspace has the slug. */
export function isSlugTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'workspace_slug_key');
}

/** Whether a failed append means that the organization has all the workspaces it can. */
export function isWorkspaceLimitReached(error: unknown): boolean {
  return isCheckViolation(error, 'workspace_limit');
}
