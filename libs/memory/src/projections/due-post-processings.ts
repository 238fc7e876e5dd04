import type { TenantId } from '@svc/kernel';
import { timestamp, type Executor } from '@svc/postgres';
import { maxWaitMs } from '../domain/post-processing/retries.js';

export interface DuePostProcessing {
  readonly tenantId: TenantId;
  readonly conversationId: string;
}

/** A stage that a worker has claimed. */
export interface ClaimedPostProcessing extends DuePostProcessing {
  /** When others may claim it. Milliseconds since the Unix epoch. */
  readonly untilMs: number;
}

/**
 * Claims due stages, the longest due first: until `untilMs` no other worker claims them. If the worker dies, others
 * claim them then. A due time beyond the longest wait also counts as due: a clock was ahead when it was set.
 */
export async function claimDuePostProcessings(
  executor: Executor,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly ClaimedPostProcessing[]> {
  const { rows } = await executor.query<DuePostProcessing>({
    name: 'memory.claim_due_post_processings',
    text: `WITH due AS (
             SELECT tenant_id, conversation_id FROM memory.post_processing
              WHERE due_at <= $1::timestamptz OR due_at > $4::timestamptz ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
           )
           UPDATE memory.post_processing AS p SET due_at = $2::timestamptz FROM due
            WHERE p.tenant_id = due.tenant_id AND p.conversation_id = due.conversation_id
           RETURNING p.tenant_id AS "tenantId", p.conversation_id AS "conversationId"`,
    values: [timestamp(nowMs), timestamp(untilMs), limit, timestamp(Math.max(untilMs, nowMs + maxWaitMs))],
  });
  return rows.map((row) => ({ ...row, untilMs }));
}

/** Extends a valid claim. Does not touch the due time of a stage that has completed or failed since. */
export async function renewClaim(
  executor: Executor,
  { tenantId, conversationId, untilMs }: ClaimedPostProcessing,
  renewedUntilMs: number,
): Promise<void> {
  await executor.query({
    name: 'memory.renew_claim',
    text: `UPDATE memory.post_processing SET due_at = $4::timestamptz
            WHERE tenant_id = $1 AND conversation_id = $2 AND due_at = $3::timestamptz`,
    values: [tenantId, conversationId, timestamp(untilMs), timestamp(renewedUntilMs)],
  });
}

/** Postpones a stage because of an outage, without counting a failure. */
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
