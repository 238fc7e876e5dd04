import type { SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { isEqual, page, timestamp, type Sort, type Statement } from '@svc/postgres';
import { limits } from '../domain/limits.js';
import type { DeliveryAttempt } from './delivery-attempt.js';

const sortColumns = { type: 'd.event_type', status: 'd.status', created_at: 'd.created_at' } as const;
export type DeliverySortField = keyof typeof sortColumns;
export const deliverySortFields = Object.keys(sortColumns) as DeliverySortField[];

export interface DeliveryFilter {
  readonly destinationId: string;
  readonly status: 'success' | 'failed' | null;
  readonly eventType: string | null;
  readonly createdAfterMs: number | null;
  readonly createdBeforeMs: number | null;
  readonly sortBy: readonly Sort<DeliverySortField>[];
  /** Zero only asks whether there are any. */
  readonly limit: number;
  readonly offset: number;
}

/** A delivery with its final outcome. */
export interface EndedDelivery {
  readonly deliveryId: string;
  readonly eventType: string;
  readonly idempotencyKey: string;
  readonly body: string;
  readonly status: 'success' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  readonly isDualSigned: boolean;
  readonly createdAtMs: number;
}

interface DeliveryRow {
  readonly delivery_id: string;
  readonly event_type: string;
  readonly idempotency_key: string;
  readonly body: string;
  readonly status: 'success' | 'failed';
  readonly attempts: string;
  readonly dual_signed: boolean;
  readonly created_at: Date;
}

/** One page, by default in the order of creation, and, if there are more, the next delivery. */
export function deliveryPage(tenantId: TenantId, filter: DeliveryFilter, sinceMs: number): Statement {
  const { createdAfterMs, createdBeforeMs: beforeMs, limit, offset } = filter;
  const fromMs = Math.max(sinceMs, createdAfterMs ?? sinceMs);
  return page({
    name: 'webhooks.deliveries',
    select:
      'd.delivery_id, d.event_type, d.idempotency_key, d.body, d.status, d.attempts, d.dual_signed, d.created_at',
    from: 'webhooks.delivery AS d',
    where: [
      isEqual('d.destination_id', filter.destinationId),
      isEqual('d.tenant_id', tenantId),
      (value) => `d.created_at >= ${value(timestamp(fromMs))}::timestamptz`,
      beforeMs === null ? null : (value) => `d.created_at <= ${value(timestamp(beforeMs))}::timestamptz`,
      isEqual('d.status', filter.status),
      isEqual('d.event_type', filter.eventType),
    ],
    sort: { by: filter.sortBy, columns: sortColumns, then: ['d.created_at', 'd.delivery_id'] },
    limit,
    offset,
  });
}

export function endedDelivery(row: unknown): EndedDelivery {
  const kept = row as DeliveryRow;
  return {
    deliveryId: kept.delivery_id,
    eventType: kept.event_type,
    idempotencyKey: kept.idempotency_key,
    body: kept.body,
    status: kept.status,
    attempts: JSON.parse(kept.attempts) as readonly DeliveryAttempt[],
    isDualSigned: kept.dual_signed,
    createdAtMs: kept.created_at.getTime(),
  };
}

/** Identifies a delivery with a final outcome. */
export interface DeliveryName {
  readonly destinationId: string;
  readonly deliveryId: string;
}

/** Has a row if there is such a delivery of the past 30 days. */
export function selectRepeatable(
  tenantId: TenantId,
  { destinationId, deliveryId }: DeliveryName,
  nowMs: number,
): Statement {
  return {
    name: 'webhooks.select_repeatable',
    text: `SELECT FROM webhooks.delivery AS d
            WHERE d.tenant_id = $1 AND d.destination_id = $2 AND d.delivery_id = $3 AND d.created_at >= $4::timestamptz`,
    values: [tenantId, destinationId, deliveryId, timestamp(nowMs - limits.historyMs)],
  };
}

/** For the append of the repetition: another cycle of that delivery, due at once and in no order. */
export function repetitionInsertion(
  tenantId: TenantId,
  { destinationId, deliveryId }: DeliveryName,
  { repetitionId, nowMs }: { readonly repetitionId: string; readonly nowMs: number },
): SqlFragment {
  return {
    name: 'delivery_repetition',
    text: `INSERT INTO webhooks.pending_delivery
             (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, sequence_number, is_original,
              created_at, due_at)
           SELECT $4, d.tenant_id, d.destination_id, d.event_type, d.idempotency_key, d.body, d.sequence_number, false,
                  $5::timestamptz, $5::timestamptz
             FROM webhooks.delivery AS d
            WHERE d.tenant_id = $1 AND d.destination_id = $2 AND d.delivery_id = $3 AND d.created_at >= $6::timestamptz
            ORDER BY d.created_at DESC LIMIT 1`,
    values: [
      tenantId,
      destinationId,
      deliveryId,
      repetitionId,
      timestamp(nowMs),
      timestamp(nowMs - limits.historyMs),
    ],
  };
}
