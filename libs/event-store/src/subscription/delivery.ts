import type { DomainEvent } from '@svc/kernel';
import type { Database, Executor, Tx } from '@svc/postgres';
import type { EventReader } from '../reading/event-reader.js';
import type { EventRow } from '../events/event-row.js';
import { lockOutRewinds } from './checkpoint.js';
import { storedEventOf } from './stored-event.js';
import type { SubscriptionOptions } from './subscription-options.js';

/** Writes how far the subscription has come. Rejects when this leader may not. */
export type Settle = (executor: Executor) => Promise<void>;

/** Hands rows to a subscription and settles them, exactly or at least once as its kind is. */
export type Deliver = (rows: readonly EventRow[], settle: Settle, signal: AbortSignal) => Promise<void>;

export interface DeliveryMeans {
  readonly schema: string;
  readonly database: Database;
  readonly reader: EventReader;
}

export function deliveryOf<Event extends DomainEvent>(
  options: SubscriptionOptions<Event>,
  { schema, database, reader }: DeliveryMeans,
): Deliver {
  const eventsOf = (rows: readonly EventRow[]) => reader.read<Event>(database, rows);
  /** The effect first: the transaction gets its id, which holds all subscribers back, with its first write. */
  const inside = (effect: (tx: Tx) => Promise<void>, settle: Settle) =>
    database.transaction(async (tx) => {
      await lockOutRewinds(tx, schema, options.name);
      await effect(tx);
      await settle(tx);
    });
  if ('apply' in options) {
    return async (rows, settle) => {
      const events = await eventsOf(rows);
      await inside((tx) => options.apply(tx, events), settle);
    };
  }
  if ('prepare' in options) {
    return async (rows, settle, signal) => {
      const effect = await options.prepare(await eventsOf(rows), { signal });
      await inside(effect, settle);
    };
  }
  if ('handle' in options) {
    return async (rows, settle, signal) => {
      await options.handle(await eventsOf(rows), { signal });
      await settle(database);
    };
  }
  return async (rows, settle, signal) => {
    await options.forward(rows.map(storedEventOf), { signal });
    await settle(database);
  };
}
