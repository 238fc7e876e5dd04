import {
  DeliveryStatus,
  type Delivery as DeliveryProto,
  type DeliveryAttempt as AttemptProto,
  type ListDeliveriesRequest,
  type ListDeliveriesResponse,
} from '@svc/contracts/webhooks';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import type { DeliveryPage } from '../application/list-deliveries.js';
import type { DeliveryAttempt } from '../delivery/delivery-attempt.js';
import { deliverySortFields, type DeliveryFilter, type EndedDelivery } from '../delivery/delivery-history.js';

const pageLimits = { minimum: 0, maximum: 50 };
/** The range of a `Date` (ECMA-262, 21.4.1.1), which Postgres can store too. */
const maxMs = 8.64e15;

const statuses: ReadonlyMap<DeliveryStatus, 'success' | 'failed'> = new Map([
  [DeliveryStatus.DELIVERY_STATUS_SUCCESS, 'success'],
  [DeliveryStatus.DELIVERY_STATUS_FAILED, 'failed'],
]);

/** @throws DomainError `validation_failed`. */
export function requestedDeliveries(destinationId: string, request: ListDeliveriesRequest): DeliveryFilter {
  const checks = new FieldChecks();
  const page = pageOf(request.page, pageLimits, checks);
  const sortBy = sortKeysOf(request.sortBy, deliverySortFields, checks);
  if (request.eventType !== undefined) checks.storable(['query', 'type'], request.eventType);
  checks.verify();
  return {
    destinationId,
    status: (request.status && statuses.get(request.status)) ?? null,
    eventType: request.eventType ?? null,
    createdAfterMs: within(request.createdAfterMs),
    createdBeforeMs: within(request.createdBeforeMs),
    sortBy,
    ...page,
  };
}

export function deliveriesResponse(
  { offset }: DeliveryFilter,
  { deliveries, hasMore }: DeliveryPage,
): Complete<ListDeliveriesResponse> {
  return {
    deliveries: deliveries.map(deliveryToProto),
    page: { hasMore, nextOffset: hasMore ? offset + deliveries.length : undefined },
  };
}

function deliveryToProto(delivery: EndedDelivery): Complete<DeliveryProto> {
  const { deliveryId, eventType, body, isDualSigned, createdAtMs, idempotencyKey } = delivery;
  return {
    deliveryId,
    eventType,
    body,
    status:
      delivery.status === 'success'
        ? DeliveryStatus.DELIVERY_STATUS_SUCCESS
        : DeliveryStatus.DELIVERY_STATUS_FAILED,
    attempts: delivery.attempts.map(attemptToProto),
    dualSigned: isDualSigned,
    createdAtMs,
    idempotencyKey,
  };
}

function attemptToProto({
  atMs,
  statusCode,
  latencyMs,
  error,
  requestId,
}: DeliveryAttempt): Complete<AttemptProto> {
  return { atMs, statusCode, latencyMs, error: error ?? undefined, requestId };
}

function within(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.max(0, Math.min(ms, maxMs));
}
