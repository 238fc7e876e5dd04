import type { ListedRow } from '@svc/event-store';
import type { Executor, Tx } from '@svc/postgres';
import { joinUsage, lastUsedAtMs } from './credential-usage.js';
import { workspaceApiKeyTable } from './workspace-api-key-table.js';

export type ListedWorkspaceApiKey = ListedRow<typeof workspaceApiKeyTable> & {
  /** Null: never. */
  readonly lastUsedAtMs: number | null;
};

export interface WorkspaceApiKeysRequest {
  readonly workspaceId: string;
  /** Null: any creator. */
  readonly creator: { readonly userId: string | null; readonly credentialId: string } | null;
  readonly limit: number;
  readonly offset: number;
}

/** One page of a workspace's keys, newest first, and, if there are more, the next one. */
export async function queryWorkspaceApiKeys(
  executor: Executor,
  { workspaceId, creator, limit, offset }: WorkspaceApiKeysRequest,
): Promise<readonly ListedWorkspaceApiKey[]> {
  const { rows } = await executor.query<ListedWorkspaceApiKey>({
    name: 'identity.select_workspace_api_keys',
    // A user is the creator with any of their credentials; a key only by its own id.
    text: `SELECT ${workspaceApiKeyTable.selection('k')},
                  ${lastUsedAtMs}
             FROM identity.workspace_api_key AS k
             ${joinUsage('k.credential_id')}
            WHERE k.workspace_id = $1
              AND (NOT $2::boolean
                   OR CASE WHEN $3::text IS NULL THEN k.creator_user_id IS NULL AND k.creator_credential_id = $4
                           ELSE k.creator_user_id = $3 END)
            ORDER BY k.created_at DESC, k.credential_id LIMIT $5 OFFSET $6`,
    values: [
      workspaceId,
      creator !== null,
      creator?.userId ?? null,
      creator?.credentialId ?? null,
      limit + 1,
      offset,
    ],
  });
  return rows;
}

/** Undefined when there is none. */
export async function queryWorkspaceApiKey(
  executor: Executor,
  { workspaceId, credentialId }: { readonly workspaceId: string; readonly credentialId: string },
): Promise<ListedRow<typeof workspaceApiKeyTable> | undefined> {
  const { rows } = await executor.query<ListedRow<typeof workspaceApiKeyTable>>({
    name: 'identity.select_workspace_api_key',
    text: `SELECT ${workspaceApiKeyTable.selection('k')} FROM identity.workspace_api_key AS k
            WHERE k.workspace_id = $1 AND k.credential_id = $2`,
    values: [workspaceId, credentialId],
  });
  return rows[0];
}

/** Undefined for an id that is no key of this workspace. */
export async function queryCredentialId(
  executor: Executor,
  workspaceId: string,
  keyId: string,
): Promise<string | undefined> {
  const { rows } = await executor.query<{ readonly credential_id: string }>({
    name: 'identity.select_credential_id',
    text: `SELECT credential_id FROM identity.workspace_api_key WHERE key_id = $1 AND workspace_id = $2`,
    values: [keyId, workspaceId],
  });
  return rows[0]?.credential_id;
}

/**
 * Locks the workspace until the transaction ends, so that nobody archives it or adds another key.
 * @returns how many keys it has; undefined when there is none, or an archived one.
 */
export async function countKeysOfHeldWorkspace(tx: Tx, workspaceId: string): Promise<number | undefined> {
  const held = await tx.query({
    name: 'identity.hold_workspace',
    text: `SELECT FROM identity.workspace WHERE workspace_id = $1 AND archived_at IS NULL FOR UPDATE`,
    values: [workspaceId],
  });
  if (held.rowCount === 0) return undefined;
  // A statement after the lock, so that it sees the keys of earlier transactions.
  const { rows } = await tx.query<{ readonly count: number }>({
    name: 'identity.count_workspace_api_keys',
    text: `SELECT count(*)::int AS count FROM identity.workspace_api_key WHERE workspace_id = $1`,
    values: [workspaceId],
  });
  return rows[0]?.count ?? 0;
}
