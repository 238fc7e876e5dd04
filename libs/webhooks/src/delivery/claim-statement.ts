import { timestamp, type Statement } from '@svc/postgres';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { DeliveryAttempt } from './delivery-attempt.js';

/** How many destinations one claim looks at; the next claim continues after them. */
export const destinationsPerClaim = 256;

export interface ClaimRequest {
  /** The last destination of the claim before; empty: start with the first. */
  readonly after: string;
  /** How many more requests this process may send to a destination; those not named have `firstRoom`. */
  readonly rooms: ReadonlyMap<string, number>;
  readonly firstRoom: number;
  /** The largest room of any destination. */
  readonly maxRoom: number;
  /** For all destinations together. */
  readonly room: number;
  readonly nowMs: number;
  /** When the claims count as lost. */
  readonly lostAtMs: number;
}

/** A destination in the scan, on its own or with one delivery claimed for it. */
interface ClaimRow {
  readonly lane: string;
  readonly secret_id: string | null;
  readonly delivery_id: string | null;
  readonly idempotency_key: string;
  readonly body: string;
  readonly sequence_number: number | null;
  readonly claim: number;
  readonly created_at: Date;
  readonly attempts: string;
  /** Its rank among the due deliveries of its destination, from 1. */
  readonly place: number;
}

/**
 * Claims some due deliveries of each destination: the first of each before the second of any, so that one with many,
 * or a slow one, delays no other. If there is not enough room, the next claim continues after the destination served
 * last. The index skips from one destination to the next, however many rows each has. A delivery in order is
 * taken when none of its conversation or resource before it is pending.
 */
export function claimStatement(request: ClaimRequest): Statement {
  const values = [
    request.after,
    destinationsPerClaim,
    [...request.rooms.keys()],
    [...request.rooms.values()],
    request.firstRoom,
    timestamp(request.nowMs),
    request.room,
    timestamp(request.lostAtMs),
    Math.min(request.maxRoom, request.room),
  ];
  return { name: 'webhooks.claim_deliveries', text, values };
}

const text = `
WITH RECURSIVE lane (destination_id, number) AS (
  (SELECT destination_id, 1 FROM webhooks.pending_delivery
    WHERE destination_id > $1 ORDER BY destination_id LIMIT 1)
  UNION ALL
  SELECT following.destination_id, lane.number + 1 FROM lane CROSS JOIN LATERAL (
    SELECT p.destination_id FROM webhooks.pending_delivery AS p
     WHERE p.destination_id > lane.destination_id ORDER BY p.destination_id LIMIT 1
  ) AS following
   WHERE lane.number < $2
), roomy AS (
  SELECT lane.destination_id, lane.number, coalesce(known.room, $5::integer) AS room
    FROM lane LEFT JOIN unnest($3::text[], $4::integer[]) AS known (destination_id, room) USING (destination_id)
), due AS (
  SELECT found.delivery_id, roomy.number, roomy.room,
         row_number() OVER (PARTITION BY roomy.destination_id ORDER BY found.due_at) AS place
    FROM roomy CROSS JOIN LATERAL (
      SELECT p.delivery_id, p.due_at FROM webhooks.pending_delivery AS p
       WHERE (p.destination_id, p.due_at) > (roomy.destination_id, '-infinity'::timestamptz)
         AND (p.destination_id, p.due_at) <= (roomy.destination_id, $6::timestamptz)
         AND (p.order_key IS NULL OR NOT EXISTS (
               SELECT FROM webhooks.pending_delivery AS before
                WHERE before.destination_id = p.destination_id AND before.order_key = p.order_key
                  AND before.sequence_number < p.sequence_number))
       ORDER BY p.destination_id, p.due_at LIMIT $9::integer
       FOR UPDATE OF p SKIP LOCKED
    ) AS found
   WHERE roomy.room > 0
), chosen AS (
  SELECT delivery_id, place FROM due WHERE place <= room ORDER BY place, number LIMIT $7::integer
), claimed AS (
  UPDATE webhooks.pending_delivery AS p SET due_at = $8::timestamptz, claim = p.claim + 1
    FROM chosen WHERE p.delivery_id = chosen.delivery_id
  RETURNING p.destination_id, p.delivery_id, p.idempotency_key, p.body, p.sequence_number, p.claim, p.created_at, p.attempts,
            chosen.place::integer
)
SELECT lane.destination_id AS lane, claimed.*, destination.secret_id FROM lane LEFT JOIN claimed USING (destination_id)
  LEFT JOIN webhooks.destination ON destination.destination_id = claimed.destination_id`;

export interface Claims {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Where the next claim continues. */
  readonly after: string;
}

export function claimsOf(rows: readonly unknown[], room: number): Claims {
  const found = rows as readonly ClaimRow[];
  const claimed = found.filter(({ delivery_id }) => delivery_id !== null);
  return {
    deliveries: claimed.map(claimedDelivery),
    after: claimed.length < room ? lastLooked(found) : lastServed(claimed),
  };
}

function lastLooked(found: readonly ClaimRow[]): string {
  const lanes = [...new Set(found.map(({ lane }) => lane))].sort();
  return lanes.length < destinationsPerClaim ? '' : (lanes.at(-1) ?? '');
}

function lastServed(claimed: readonly ClaimRow[]): string {
  const lastPlace = Math.max(...claimed.map(({ place }) => place));
  const lanes = claimed.filter(({ place }) => place === lastPlace).map(({ lane }) => lane);
  return lanes.sort().at(-1) ?? '';
}

function claimedDelivery(row: ClaimRow): ClaimedDelivery {
  return {
    deliveryId: row.delivery_id ?? '',
    destinationId: row.lane,
    secretId: row.secret_id,
    idempotencyKey: row.idempotency_key,
    body: row.body,
    sequenceNumber: row.sequence_number,
    claim: row.claim,
    createdAtMs: row.created_at.getTime(),
    attempts: JSON.parse(row.attempts) as readonly DeliveryAttempt[],
  };
}
