import type { Executor } from '@svc/postgres';
import { joinUsage } from './credential-usage.js';

/** A key of a workspace that is not archived. */
export interface WorkspaceKeyAccessRow {
  readonly workspace_id: string;
  readonly org_id: string;
  readonly credential_id: string;
  readonly name: string | null;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly secret_sha256: Buffer;
}

export async function queryWorkspaceKeyAccess(
  executor: Executor,
  keyId: string,
): Promise<WorkspaceKeyAccessRow | undefined> {
  const { rows } = await executor.query<WorkspaceKeyAccessRow>({
    name: 'identity.select_workspace_key_access',
    text: `SELECT k.workspace_id, w.org_id, k.credential_id, k.name, k.role, k.permissions, k.expires_at,
                  usage.last_used_at, s.secret_sha256
             FROM identity.workspace_api_key AS k
             JOIN identity.workspace AS w ON w.workspace_id = k.workspace_id AND w.archived_at IS NULL
             JOIN identity.workspace_api_key_secret AS s
               ON s.workspace_id = k.workspace_id AND s.credential_id = k.credential_id
             ${joinUsage('k.credential_id')}
            WHERE k.key_id = $1`,
    values: [keyId],
  });
  return rows[0];
}

/** Whether the workspace exists and the user owns it. */
export async function isOwnerOfWorkspace(
  executor: Executor,
  {
    workspaceId,
    orgId,
    userId,
  }: { readonly workspaceId: string; readonly orgId: string; readonly userId: string },
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: 'identity.select_workspace_owner',
    text: `SELECT FROM identity.workspace
            WHERE workspace_id = $1 AND org_id = $2 AND owner_user_id = $3 AND archived_at IS NULL`,
    values: [workspaceId, orgId, userId],
  });
  return rowCount === 1;
}
