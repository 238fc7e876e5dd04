import type { DomainEvent, TenantId } from '@svc/kernel';
import type { Database, Executor, Tx } from '@svc/postgres';
import type { AggregateChange } from '../aggregate/aggregate.js';
import type { SqlFragment } from '../append/sql-fragment.js';
import type { EventStore } from '../event-store.js';
import { ownerValues, type Table } from '../tables/table.js';

/** An `Aggregate` of any state and command. */
export interface RebuiltAggregate {
  readonly category: string;
  readonly decider: { readonly initialState: unknown; evolve(state: never, event: never): unknown };
  readonly rows?: (change: never) => readonly SqlFragment[];
  readonly tables?: readonly Table[];
}

export interface RebuildOptions<Event extends DomainEvent> {
  readonly database: Database;
  readonly store: EventStore<Event>;
  /** In the order in which they are made anew. */
  readonly aggregates: readonly RebuiltAggregate[];
  /** Told after each batch how many aggregates are done. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Aggregates in one transaction: writers of their tables wait for no longer than that takes. Default 100. */
  readonly batchSize?: number;
}

/**
 * Makes read models anew from the log, aggregate by aggregate in small transactions, while the service goes on: readers
 * see the rows of an aggregate as they were or as they are, and appends wait for a batch at most. Erasures wait for it as
 * well, and of an erased subject nothing personal comes back.
 *
 * @returns how many aggregates are in the log.
 */
export async function rebuildReadModels<Event extends DomainEvent>({
  database,
  store,
  aggregates,
  onProgress,
  batchSize = 100,
}: RebuildOptions<Event>): Promise<number> {
  let done = 0;
  for (const aggregate of aggregates) {
    const { category, tables = [] } = aggregate;
    // First, or their keys would be in the way.
    for (const table of tables) await deleteStrays(database, store.schema, category, table);
    for (let after = ''; ;) {
      // Before the lock: while writers wait, nothing waits for the keeper of the keys.
      const ahead = await streamsAfter(database, store.schema, category, after, batchSize);
      await store.fetchKeys(ahead.flatMap(({ subject }) => subject ?? []));
      const streams = await database.transaction(async (tx) => {
        await lockForWriters(tx, store.schema, category, tables);
        const found = await streamsAfter(tx, store.schema, category, after, batchSize);
        for (const { stream } of found) await rebuildStream(tx, store, aggregate, stream);
        return found;
      });
      done += streams.length;
      after = streams.at(-1)?.stream ?? after;
      if (streams.length > 0) onProgress?.(done);
      if (streams.length < batchSize) break;
    }
  }
  return done;
}

/** Lets appends that have begun end, and others wait: what is read after this is what the rows must say. */
async function lockForWriters(
  tx: Tx,
  schema: string,
  category: string,
  tables: readonly Table[],
): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => name).join(', ');
  await tx.query({
    name: `${schema}.rebuild_lock_${category}`,
    text: `LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`,
    values: [],
  });
}

interface RebuiltStream {
  readonly stream: string;
  readonly subject: string | null;
}

async function streamsAfter(
  executor: Executor,
  schema: string,
  category: string,
  after: string,
  limit: number,
): Promise<readonly RebuiltStream[]> {
  const { rows } = await executor.query<RebuiltStream>({
    name: `${schema}.rebuild_streams`,
    text: `SELECT stream_id AS stream, subject FROM ${schema}.event
            WHERE stream_version = 1 AND stream_id > $1 AND split_part(stream_id, '/', 2) = $2
            ORDER BY stream_id LIMIT $3`,
    values: [after, category, limit],
  });
  return rows;
}

async function rebuildStream<Event extends DomainEvent>(
  tx: Tx,
  store: EventStore<Event>,
  { decider, rows, tables = [] }: RebuiltAggregate,
  stream: string,
): Promise<void> {
  const recorded = await store.readStream(tx, stream);
  const events = recorded.map(({ event }) => event);
  const before = decider.initialState;
  const after = events.reduce((state, event) => decider.evolve(state as never, event as never), before);
  const [tenant, , id = ''] = stream.split('/');
  const tenantId = tenant as TenantId;
  for (const { name, owner } of tables) {
    await tx.query({
      name: `${store.schema}.rebuild_clear_${name}`,
      text: `DELETE FROM ${name} WHERE ${owner.tenant} = $1 AND ${owner.id} = $2`,
      values: ownerValues(owner, tenantId, id),
    });
  }
  const rowsOf = rows as ((change: AggregateChange<unknown, Event>) => readonly SqlFragment[]) | undefined;
  const made = rowsOf?.({ tenantId, id, before, after, events }) ?? [];
  const subject = recorded[0]?.subject ?? null;
  for (const { name, text, values } of await store.sealRows(tx, { tenantId, subject }, made)) {
    await tx.query({ name: `${store.schema}.rebuild_${name}`, text, values });
  }
}

/** Rows that no stream accounts for. */
async function deleteStrays(
  executor: Executor,
  schema: string,
  category: string,
  { name, owner }: Table,
): Promise<void> {
  const { tenant, tenantPrefix = '', id } = owner;
  await executor.query({
    name: `${schema}.rebuild_strays_${name}`,
    text: `DELETE FROM ${name} AS stray WHERE NOT EXISTS (
             SELECT FROM ${schema}.event
              WHERE stream_id = '${tenantPrefix}' || stray.${tenant} || '/${category}/' || stray.${id}
                AND stream_version = 1)`,
    values: [],
  });
}
