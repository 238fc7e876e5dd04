import type { ListedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import { postProcessingTable } from './post-processing-table.js';

export type FailedPostProcessing = ListedRow<typeof postProcessingTable>;

const maxAtOnce = 1_000;

/** Those that wait for the installer, the oldest failure first. */
export async function listFailedPostProcessings(
  executor: Executor,
): Promise<readonly FailedPostProcessing[]> {
  const { rows } = await executor.query<FailedPostProcessing>({
    name: 'memory.failed_post_processings',
    text: `SELECT ${postProcessingTable.selection('p')} FROM memory.post_processing AS p
            WHERE p.due_at IS NULL ORDER BY p.failed_at, p.conversation_id LIMIT ${maxAtOnce}`,
    values: [],
  });
  return rows;
}

/** How many there are, by stage. */
export async function countPostProcessings(
  executor: Executor,
): Promise<readonly { readonly stage: string; readonly isFailed: boolean; readonly count: number }[]> {
  const { rows } = await executor.query<{ stage: string; isFailed: boolean; count: number }>({
    name: 'memory.count_post_processings',
    text: `SELECT stage, due_at IS NULL AS "isFailed", count(*)::float8 AS count
             FROM memory.post_processing GROUP BY 1, 2`,
    values: [],
  });
  return rows;
}
