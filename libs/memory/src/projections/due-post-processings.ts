import type { TenantId } from '@svc/kernel';
import { timestamp, type Executor } from '@svc/postgres';

export interface DuePostProcessing {
  readonly tenantId: TenantId;
  readonly conversationId: string;
}

/**
 * Claims those that are due, the longest due first: until `claimedUntilMs` no other worker takes them. One that dies
 * meanwhile leaves them to whoever comes then.
 */
export async function claimDuePostProcessings(
  executor: Executor,
  {
    nowMs,
    claimedUntilMs,
    limit,
  }: { readonly nowMs: number; readonly claimedUntilMs: number; readonly limit: number },
): Promise<readonly DuePostProcessing[]> {
  const { rows } = await executor.query<DuePostProcessing>({
    name: 'memory.claim_due_post_processings',
    text: `WITH due AS (
             SELECT tenant_id, conversation_id FROM memory.post_processing
              WHERE due_at <= $1::timestamptz ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
           )
           UPDATE memory.post_processing AS p SET due_at = $2::timestamptz FROM due
            WHERE p.tenant_id = due.tenant_id AND p.conversation_id = due.conversation_id
           RETURNING p.tenant_id AS "tenantId", p.conversation_id AS "conversationId"`,
    values: [timestamp(nowMs), timestamp(claimedUntilMs), limit],
  });
  return rows;
}

/** Puts off what could not be done for want of somebody else, without counting it as a failure. */
export async function putOffPostProcessing(
  executor: Executor,
  { tenantId, conversationId }: DuePostProcessing,
  untilMs: number,
): Promise<void> {
  await executor.query({
    name: 'memory.put_off_post_processing',
    text: `UPDATE memory.post_processing SET due_at = $3::timestamptz
            WHERE tenant_id = $1 AND conversation_id = $2 AND due_at IS NOT NULL`,
    values: [tenantId, conversationId, timestamp(untilMs)],
  });
}
