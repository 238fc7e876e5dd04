import type { ListedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import { joinUsage, lastUsedAtMs } from './credential-usage.js';
import { revokedWorkspaceApiKeyTable, workspaceApiKeyTable } from './workspace-api-key-table.js';

interface Reviewed {
  /** Null if no user created it. */
  readonly creatorUserId: string | null;
  /** Null: never. */
  readonly lastUsedAtMs: number | null;
}

export type ReviewedKey = ListedRow<typeof workspaceApiKeyTable> & Reviewed;
/** With whether somebody is gone without whom it ends. */
export type KeyInReview = ReviewedKey & { readonly hasEnded: boolean };
export type ReviewedRevokedKey = ListedRow<typeof revokedWorkspaceApiKeyTable> & Reviewed;

/** All keys of a workspace that are not deleted, newest first. */
export async function queryKeysInReview(
  executor: Executor,
  { workspaceId, orgId }: { readonly workspaceId: string; readonly orgId: string },
): Promise<readonly KeyInReview[]> {
  const { rows } = await executor.query<KeyInReview>({
    name: 'identity.select_keys_in_review',
    text: `SELECT ${workspaceApiKeyTable.selection('k')}, k.creator_user_id AS "creatorUserId", ${lastUsedAtMs},
                  EXISTS (SELECT FROM unnest(k.responsible_user_ids) AS responsible (user_id)
                           WHERE NOT EXISTS (SELECT FROM identity.user_account AS account
                                              WHERE account.org_id = $2 AND account.user_id = responsible.user_id)
                         ) AS "hasEnded"
             FROM identity.workspace_api_key AS k
             ${joinUsage('k.credential_id')}
            WHERE k.workspace_id = $1
            ORDER BY k.created_at DESC, k.credential_id`,
    values: [workspaceId, orgId],
  });
  return rows;
}

/** Deleted keys of a workspace, latest deletion first. */
export async function queryRevokedKeys(
  executor: Executor,
  workspaceId: string,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<readonly ReviewedRevokedKey[]> {
  const { rows } = await executor.query<ReviewedRevokedKey>({
    name: 'identity.select_revoked_keys_in_review',
    text: `SELECT ${revokedWorkspaceApiKeyTable.selection('k')}, ${lastUsedAtMs}
             FROM identity.revoked_workspace_api_key AS k
             ${joinUsage('k.credential_id')}
            WHERE k.workspace_id = $1 AND k.revoked_at >= $2
            ORDER BY k.revoked_at DESC, k.credential_id LIMIT $3`,
    values: [workspaceId, new Date(sinceMs), limit],
  });
  return rows;
}
