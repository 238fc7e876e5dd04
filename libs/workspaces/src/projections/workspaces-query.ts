import type { ListedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import { workspaceTable } from './workspace-table.js';

export type ListedWorkspace = ListedRow<typeof workspaceTable>;

export interface WorkspaceTestCallers {
  readonly numbers: readonly string[];
  readonly credentialIds: readonly string[];
}

/** Undefined for an archived one as well. */
export async function queryWorkspace(
  executor: Executor,
  workspaceId: string,
): Promise<ListedWorkspace | undefined> {
  const { rows } = await executor.query<ListedWorkspace>({
    name: 'identity.select_workspace',
    text: `SELECT ${workspaceTable.selection('w')} FROM identity.workspace AS w
            WHERE w.workspace_id = $1 AND w.archived_at IS NULL`,
    values: [workspaceId],
  });
  return rows[0];
}

/** Undefined for an archived one as well. */
export async function queryTestCallers(
  executor: Executor,
  workspaceId: string,
): Promise<WorkspaceTestCallers | undefined> {
  const { rows } = await executor.query<WorkspaceTestCallers>({
    name: 'identity.select_test_callers',
    text: `SELECT test_caller_numbers AS "numbers", test_credential_ids AS "credentialIds"
             FROM identity.workspace WHERE workspace_id = $1 AND archived_at IS NULL`,
    values: [workspaceId],
  });
  return rows[0];
}

export interface WorkspacesRequest {
  readonly orgId: string;
  readonly ownerUserIds: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** One page of these owners' workspaces, newest first, and, if there are more, the next one. Without archived ones. */
export async function queryWorkspacesOf(
  executor: Executor,
  { orgId, ownerUserIds, limit, offset }: WorkspacesRequest,
): Promise<readonly ListedWorkspace[]> {
  const { rows } = await executor.query<ListedWorkspace>({
    name: 'identity.select_workspaces_of',
    text: `SELECT ${workspaceTable.selection('w')} FROM identity.workspace AS w
            WHERE w.org_id = $1 AND w.owner_user_id = ANY ($2) AND w.archived_at IS NULL
            ORDER BY w.created_at DESC, w.workspace_id LIMIT $3 OFFSET $4`,
    values: [orgId, ownerUserIds, limit + 1, offset],
  });
  return rows;
}
