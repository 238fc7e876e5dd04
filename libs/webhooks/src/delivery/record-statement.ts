import { timestamp, type Statement } from '@svc/postgres';
import { limits } from '../domain/limits.js';
import type { ClaimedDelivery, ClaimOutcome } from './claimed-delivery.js';

export interface RecordedClaim {
  readonly delivery: ClaimedDelivery;
  readonly outcome: ClaimOutcome;
}

/**
 * Writes the outcomes of many claims: final ones move from the queue to the history, the rest stays until it is due.
 * Skips claims that another process has taken over. The history has no partition for a delivery that waited longer
 * than it goes back. A date in the future, from a clock that was ahead, counts as now.
 */
export function recordStatement(recorded: readonly RecordedClaim[], nowMs: number): Statement {
  const rows = recorded.map(({ delivery, outcome }) => {
    const attempts = 'attempts' in outcome ? outcome.attempts : null;
    return {
      deliveryId: delivery.deliveryId,
      claim: delivery.claim,
      kind: outcome.kind,
      attempts: attempts && JSON.stringify(attempts),
      isDualSigned: attempts?.some(({ isDualSigned }) => isDualSigned) ?? false,
      dueAt: 'dueAtMs' in outcome ? timestamp(outcome.dueAtMs) : null,
    };
  });
  return {
    name: 'webhooks.record_claims',
    text,
    // A plan made while the queue was empty would read all of it for each batch after it has filled.
    isPlannedAnew: true,
    values: [
      rows.map(({ deliveryId }) => deliveryId),
      rows.map(({ claim }) => claim),
      rows.map(({ kind }) => kind),
      rows.map(({ attempts }) => attempts),
      rows.map(({ isDualSigned }) => isDualSigned),
      rows.map(({ dueAt }) => dueAt),
      timestamp(nowMs),
      timestamp(nowMs - limits.historyMs),
    ],
  };
}

const text = `
WITH outcome AS (
  SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[])
    AS given (delivery_id, claim, kind, attempts, dual_signed, due_at)
), ended AS (
  DELETE FROM webhooks.pending_delivery AS p USING outcome AS o
   WHERE p.delivery_id = o.delivery_id AND p.claim = o.claim AND o.kind IN ('success', 'failed', 'dropped')
  RETURNING p.*, o.kind, o.attempts AS all_attempts, o.dual_signed
), kept AS (
  INSERT INTO webhooks.delivery (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, order_key,
                                 sequence_number, is_original, status, attempts, dual_signed, created_at)
  SELECT delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, order_key,
         sequence_number, is_original, kind, all_attempts, dual_signed, least(created_at, $7::timestamptz)
    FROM ended WHERE kind <> 'dropped' AND created_at >= $8::timestamptz
)
UPDATE webhooks.pending_delivery AS p SET due_at = o.due_at, attempts = coalesce(o.attempts, p.attempts)
  FROM outcome AS o
 WHERE p.delivery_id = o.delivery_id AND p.claim = o.claim AND o.kind IN ('retry', 'released')`;
