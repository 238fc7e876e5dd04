import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '@svc/kernel';
import type { Executor, PooledDatabase } from '@svc/postgres';
import type { EventStore } from '../event-store.js';
import { loggedStreams, type LoggedStream } from './logged-streams.js';
import { aloneInSchema } from './rebuild-lock.js';
import type { RebuiltAggregate } from './rebuilt-stream.js';
import { StreamRebuilder } from './stream-rebuilder.js';
import { removeStrays } from './stray-rows.js';

export interface RebuildOptions<Event extends DomainEvent> {
  readonly database: PooledDatabase;
  readonly store: EventStore<Event>;
  readonly aggregates: readonly RebuiltAggregate[];
  /** Told after each batch. */
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  /**
   * Events in one batch at most, less where they are large; a longer stream is one by itself. Writers of its streams wait
   * for one transaction. Default 1,000.
   */
  readonly batchSize?: number;
}

export interface RebuildProgress {
  /** Events that have been passed. */
  readonly events: number;
  /** Position of the log's last event at the start: about as many events as there were. */
  readonly position: number;
}

export interface RebuildOutcome {
  /** Aggregates that the log holds. */
  readonly streams: number;
  readonly events: number;
  /** Rows that were made again. */
  readonly rows: number;
  /** Of these: rows that were not there. */
  readonly missing: number;
  /** Rows that were there and did not follow from the log. */
  readonly removed: number;
  /** Streams that were taken again, because somebody wrote them meanwhile. */
  readonly repeated: number;
}

/**
 * Makes read models again from the log, stream by stream in small transactions, while the service goes on: readers wait
 * for nothing and see the rows of an aggregate as they were or as they are; writers wait for a transaction of those
 * streams alone that they write, and erasures for one that holds rows of their subject. Of an erased subject nothing
 * personal comes back.
 *
 * A stream ends where it ends when its rows are written: what has come since it was read is read again first. So there is
 * no end of the log to catch up with. Interrupted, it leaves rows that are as they were or as they should be, and none of
 * streams whose keys wrong rows had taken; run again, it begins from the start.
 *
 * @throws DomainError `operation_in_progress` while another one runs on this schema; `service_unavailable`
 * @throws UnknownEventError for what a newer release has written
 */
export async function rebuildReadModels<Event extends DomainEvent>(
  options: RebuildOptions<Event>,
): Promise<RebuildOutcome> {
  return aloneInSchema(options.database, options.store.schema, () => rebuildAll(options));
}

async function rebuildAll<Event extends DomainEvent>({
  database,
  store,
  aggregates,
  onProgress,
  batchSize = 1_000,
}: RebuildOptions<Event>): Promise<RebuildOutcome> {
  const position = await lastPosition(database, store.schema);
  let removed = 0;
  for (const { category, tables = [] } of aggregates)
    for (const table of tables) removed += await removeStrays(database, store.schema, category, table);

  const rebuilder = new StreamRebuilder({ database, store, pause: delay });
  const byCategory = new Map(aggregates.map((aggregate) => [aggregate.category, aggregate]));
  const isWanted = (category: string): boolean => byCategory.has(category);
  let [streams, events] = [0, 0];
  for await (const batch of loggedStreams({ executor: database, store, isWanted, pageSize: batchSize })) {
    for (const [category, ofCategory] of byCategoryOf(batch.streams)) {
      const aggregate = byCategory.get(category);
      if (aggregate) await rebuilder.rebuild(aggregate, ofCategory);
    }
    streams += batch.streams.length;
    events += batch.passed;
    onProgress?.({ events, position });
  }
  await rebuilder.rebuildDeferred();
  const { sums } = rebuilder;
  return { streams, events, ...sums, removed: sums.removed + removed };
}

function byCategoryOf<Event>(
  streams: readonly LoggedStream<Event>[],
): ReadonlyMap<string, readonly LoggedStream<Event>[]> {
  return Map.groupBy(streams, ({ category }) => category);
}

/** Found at the end of an index: nothing is counted. */
async function lastPosition(executor: Executor, schema: string): Promise<number> {
  const { rows } = await executor.query<{ position: string }>({
    name: `${schema}.last_position`,
    text: `SELECT position FROM ${schema}.event ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT 1`,
    values: [],
  });
  return Number(rows[0]?.position ?? 0);
}
