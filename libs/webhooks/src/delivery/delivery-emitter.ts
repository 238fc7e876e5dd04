import { Inject, Injectable } from '@nestjs/common';
import { organizationOf, type Clock, type JsonObject, type TenantId } from '@svc/kernel';
import { timestamp, type Tx } from '@svc/postgres';
import { CLOCK } from '@svc/service-host';
import type { WebhookEventType } from '../domain/event-type-name.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { deliveryIdOf, idempotencyKeyOf } from './delivery-keys.js';

/** An event that destinations receive. */
export interface DeliverableEvent {
  /** The organization whose destinations receive it. */
  readonly tenantId: TenantId;
  /** The workspace that it tells of; null: the organization itself. */
  readonly workspaceTenant: TenantId | null;
  readonly type: WebhookEventType;
  /** The id of the event. Emitting the same event again gives the same keys. */
  readonly eventId: string;
  /** The person whom the event is about; null: nobody. */
  readonly subject: string | null;
  /** Of the conversation or resource whose events keep their order at destinations that ask for it; null: it has none. */
  readonly orderKey: string | null;
  /** Of the body, in addition to `type`, `org_id` and `idempotent_key`. */
  readonly fields: JsonObject;
}

interface SubscribedRow {
  readonly tenant_id: TenantId;
  readonly destination_id: string;
  readonly accepted_types: readonly string[];
  readonly in_conversation_order: boolean;
}

interface NewDelivery {
  readonly happening: DeliverableEvent;
  readonly destinationId: string;
  readonly idempotencyKey: string;
  readonly orderKey: string | null;
}

/** Creates the deliveries of an event: one for each destination subscribed to it now. */
@Injectable()
export class DeliveryEmitter {
  constructor(
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** In the transaction that records the event: all of the deliveries commit with it, or none. */
  async emit(tx: Tx, happenings: readonly DeliverableEvent[]): Promise<void> {
    const { rows: destinations } = await tx.query<SubscribedRow>({
      name: 'webhooks.select_subscribed',
      text: `SELECT tenant_id, destination_id, accepted_types, in_conversation_order
               FROM webhooks.destination WHERE tenant_id = ANY($1::text[])`,
      values: [[...new Set(happenings.map(({ tenantId }) => tenantId))]],
    });
    const deliveries = happenings.flatMap((happening) =>
      destinations
        .filter((row) => row.tenant_id === happening.tenantId && row.accepted_types.includes(happening.type))
        .map((row) => newDelivery(happening, row)),
    );
    if (deliveries.length === 0) return;
    const nowMs = this.clock.now();
    await this.#insert(tx, deliveries, await takeNumbers(tx, deliveries, nowMs), nowMs);
    tx.afterCommit(() => this.dispatcher.wake());
  }

  async #insert(
    tx: Tx,
    deliveries: readonly NewDelivery[],
    numbers: readonly (number | null)[],
    nowMs: number,
  ): Promise<void> {
    await tx.query({
      name: 'webhooks.insert_deliveries',
      text: `INSERT INTO webhooks.pending_delivery
               (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, order_key, sequence_number,
                subject, workspace_tenant, is_original, created_at, due_at)
             SELECT given.*, true, $9::timestamptz, $9::timestamptz
               FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $10::text[],
                         $11::text[])
                 AS given
             ON CONFLICT (delivery_id) DO NOTHING`,
      values: [
        deliveries.map(({ idempotencyKey }) => deliveryIdOf(idempotencyKey)),
        deliveries.map(({ happening }) => happening.tenantId),
        deliveries.map(({ destinationId }) => destinationId),
        deliveries.map(({ happening }) => happening.type),
        deliveries.map(({ idempotencyKey }) => idempotencyKey),
        deliveries.map(bodyOf),
        deliveries.map(({ orderKey }) => orderKey),
        numbers,
        timestamp(nowMs),
        deliveries.map(({ happening }) => happening.subject),
        deliveries.map(({ happening }) => happening.workspaceTenant),
      ],
    });
  }
}

function newDelivery(happening: DeliverableEvent, row: SubscribedRow): NewDelivery {
  return {
    happening,
    destinationId: row.destination_id,
    idempotencyKey: idempotencyKeyOf(row.destination_id, happening.eventId),
    orderKey: row.in_conversation_order ? happening.orderKey : null,
  };
}

function bodyOf({ happening, idempotencyKey }: NewDelivery): string {
  const { type, tenantId, fields } = happening;
  return JSON.stringify({
    type,
    ...fields,
    org_id: organizationOf(tenantId),
    idempotent_key: idempotencyKey,
  });
}

/** The next numbers of their conversations or resources, counted from 1 for each destination; null where no order is kept. */
async function takeNumbers(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<readonly (number | null)[]> {
  const counts = new Map<string, { destinationId: string; orderKey: string; count: number }>();
  const keyOf = ({ destinationId, orderKey }: NewDelivery) => `${destinationId}/${orderKey}`;
  for (const delivery of deliveries) {
    const { destinationId, orderKey } = delivery;
    if (orderKey === null) continue;
    const counted = counts.get(keyOf(delivery)) ?? { destinationId, orderKey, count: 0 };
    counts.set(keyOf(delivery), { ...counted, count: counted.count + 1 });
  }
  if (counts.size === 0) return deliveries.map(() => null);
  // In one order, to avoid deadlocks.
  const wanted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted);
  const { rows } = await tx.query<{ destination_id: string; order_key: string; latest: number }>({
    name: 'webhooks.take_sequence_numbers',
    text: `INSERT INTO webhooks.delivery_sequence AS kept (destination_id, order_key, latest, used_at)
           SELECT given.*, $4::timestamptz FROM unnest($1::text[], $2::text[], $3::integer[]) AS given
           ON CONFLICT (destination_id, order_key)
             DO UPDATE SET latest = kept.latest + excluded.latest, used_at = excluded.used_at
           RETURNING destination_id, order_key, latest`,
    values: [
      wanted.map(({ destinationId }) => destinationId),
      wanted.map(({ orderKey }) => orderKey),
      wanted.map(({ count }) => count),
      timestamp(nowMs),
    ],
  });
  const next = new Map(
    rows.map(({ destination_id, order_key, latest }) => {
      const key = `${destination_id}/${order_key}`;
      return [key, latest - (counts.get(key)?.count ?? 0) + 1] as const;
    }),
  );
  return deliveries.map((delivery) => {
    const number = next.get(keyOf(delivery));
    if (number === undefined) return null;
    next.set(keyOf(delivery), number + 1);
    return number;
  });
}
