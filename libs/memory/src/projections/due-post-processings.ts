import type { TenantId } from '@svc/kernel';
import { timestamp, type Executor } from '@svc/postgres';
import { maxWaitMs } from '../domain/post-processing/retries.js';

export interface DuePostProcessing {
  readonly tenantId: TenantId;
  readonly conversationId: string;
}

/** One that a worker has taken. */
export interface ClaimedPostProcessing extends DuePostProcessing {
  /** When others may take it. Milliseconds since the Unix epoch. */
  readonly untilMs: number;
}

/**
 * Claims those that are due, the longest due first: until `untilMs` no other worker takes them. One that dies meanwhile
 * leaves them to whoever comes then. Due is also what waits for longer than anything does: a clock that was ahead has dated
 * it, and was set back.
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

/** A claim that still stands holds for longer. A stage that has ended or failed meanwhile is due when it is due. */
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
