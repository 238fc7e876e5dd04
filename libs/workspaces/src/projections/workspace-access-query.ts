import type { Executor } from '@svc/postgres';
import { joinUsage } from './credential-usage.js';

/** A key of a workspace that is not archived. */
export interface WorkspaceKeyAccessRow {
  readonly workspace_id: string;
  readonly org_id: string;
  readonly owner_user_id: string;
  readonly platform_authoring: boolean;
  readonly credential_id: string;
  readonly name: string | null;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly responsible_user_ids: readonly string[];
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
    text: `SELECT k.workspace_id, w.org_id, w.owner_user_id, w.platform_authoring, k.credential_id, k.name, k.role, k.permissions,
                  k.responsible_user_ids, k.expires_at, usage.last_used_at, s.secret_sha256
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

export interface OwnedWorkspaceRow {
  readonly owner_user_id: string;
  readonly platform_authoring: boolean;
}

/** Undefined: there is no such workspace in the organization, or it is archived. */
export async function queryWorkspaceOwner(
  executor: Executor,
  { workspaceId, orgId }: { readonly workspaceId: string; readonly orgId: string },
): Promise<OwnedWorkspaceRow | undefined> {
  const { rows } = await executor.query<OwnedWorkspaceRow>({
    name: 'identity.select_workspace_owner',
    text: `SELECT owner_user_id, platform_authoring FROM identity.workspace
            WHERE workspace_id = $1 AND org_id = $2 AND archived_at IS NULL`,
    values: [workspaceId, orgId],
  });
  return rows[0];
}

/** Whether there is such a workspace, and it is not archived. */
export async function queryWorkspaceWorks(executor: Executor, workspaceId: string): Promise<boolean> {
  const { rows } = await executor.query({
    name: 'identity.select_workspace_works',
    text: 'SELECT FROM identity.workspace WHERE workspace_id = $1 AND archived_at IS NULL',
    values: [workspaceId],
  });
  return rows.length > 0;
}

/** Of workspaces that are not archived, each once: at most 1,000. */
export async function queryWorkspaceOwners(executor: Executor, orgId: string): Promise<readonly string[]> {
  const { rows } = await executor.query<{ readonly owner_user_id: string }>({
    name: 'identity.select_workspace_owners',
    text: `SELECT DISTINCT owner_user_id FROM identity.workspace WHERE org_id = $1 AND archived_at IS NULL`,
    values: [orgId],
  });
  return rows.map(({ owner_user_id }) => owner_user_id);
}
