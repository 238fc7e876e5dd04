import type { Executor } from '@svc/postgres';
import { workspaceTable } from './workspace-table.js';
import type { ListedWorkspace } from './workspaces-query.js';

/** A workspace with the fields that its users don't see. */
export type AdministeredWorkspace = ListedWorkspace & {
  readonly ownerUserId: string;
  readonly ownerIsGone: boolean;
  readonly archivedAtMs: number | null;
};

/**
 * One page of the workspaces of an organization (null: of all), oldest first, and, if there are more, the next one.
 */
export async function queryAdministeredWorkspaces(
  executor: Executor,
  {
    orgId,
    limit,
    offset,
  }: { readonly orgId: string | null; readonly limit: number; readonly offset: number },
): Promise<readonly AdministeredWorkspace[]> {
  const { rows } = await executor.query<AdministeredWorkspace>({
    name: 'identity.select_administered_workspaces',
    text: `SELECT ${workspaceTable.selection('w')}, w.owner_user_id AS "ownerUserId",
                  owner.user_id IS NULL AS "ownerIsGone",
                  (extract(epoch FROM w.archived_at) * 1000)::float8 AS "archivedAtMs"
             FROM identity.workspace AS w
             LEFT JOIN identity.user_account AS owner ON owner.org_id = w.org_id AND owner.user_id = w.owner_user_id
            WHERE $1::text IS NULL OR w.org_id = $1
            ORDER BY w.created_at, w.workspace_id LIMIT $2 OFFSET $3`,
    values: [orgId, limit + 1, offset],
  });
  return rows;
}
