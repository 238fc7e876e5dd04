import type { Executor } from '@svc/postgres';

export interface DueWarning {
  readonly orgId: string;
  readonly apiKeyId: string;
}

/** Keys with a warning due, oldest due first. */
export async function queryDueWarnings(
  executor: Executor,
  nowMs: number,
  limit: number,
): Promise<readonly DueWarning[]> {
  const { rows } = await executor.query<DueWarning>({
    name: 'identity.select_due_warnings',
    text: `SELECT org_id AS "orgId", api_key_id AS "apiKeyId" FROM identity.api_key
            WHERE next_warning_at <= $1 AND expires_at > $1 ORDER BY next_warning_at LIMIT $2`,
    values: [new Date(nowMs), limit],
  });
  return rows;
}
