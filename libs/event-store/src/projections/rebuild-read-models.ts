import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '@svc/kernel';
import type { Executor, PooledDatabase } from '@svc/postgres';
import type { EventStore } from '../event-store.js';
import { loggedStreams, type LoggedStream } from './logged-streams.js';
import { withRebuildLock } from './rebuild-lock.js';
import type { RebuiltAggregate } from './rebuilt-stream.js';
import { StreamRebuilder } from './stream-rebuilder.js';
import { removeStrays } from './stray-rows.js';

export interface RebuildOptions<Event extends DomainEvent> {
  readonly database: PooledDatabase;
  readonly store: EventStore<Event>;
  readonly aggregates: readonly RebuiltAggregate[];
  /** Called after each batch. */
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  /**
   * Maximum events of a batch, fewer where they are large; a longer stream is its own batch. Writers of its streams
   * wait for one transaction. Default 1,000.
   */
  readonly batchSize?: number;
}

export interface RebuildProgress {
  /** Events processed so far. */
  readonly events: number;
  /** Position of the log's last event at the start, which is about the number of its events. */
  readonly position: number;
}

export interface RebuildOutcome {
  /** Aggregates that the log holds. */
  readonly streams: number;
  readonly events: number;
  /** Rows rebuilt. */
  readonly rows: number;
  /** Of these: rows that were missing. */
  readonly missing: number;
  /** Rows that did not follow from the log. */
  readonly removed: number;
  /** Streams processed again after a concurrent write. */
  readonly repeated: number;
}

/**
 * Rebuilds read models from the log, stream by stream in small transactions, while the service runs. Readers never wait
 * and see an aggregate's rows from before or after. Writers wait only for a transaction with their stream, erasures
 * only for one with their subject. Erased personal data does not come back.
 *
 * A stream that has grown since it was read is read again before its rows are written, so no catch-up phase follows.
 * After an interruption each row is old or correct, or missing where a wrong row had its key. The next run begins from
 * the start.
 *
 * @throws DomainError `operation_in_progress` while another rebuild runs on this schema; `service_unavailable`
 * @throws UnknownEventError for what a newer release has written
 */
export async function rebuildReadModels<Event extends DomainEvent>(
  options: RebuildOptions<Event>,
): Promise<RebuildOutcome> {
  return withRebuildLock(options.database, options.store.schema, () => rebuildAll(options));
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

/** Read from the end of an index, without counting. */
async function lastPosition(executor: Executor, schema: string): Promise<number> {
  const { rows } = await executor.query<{ position: string }>({
    name: `${schema}.last_position`,
    text: `SELECT position FROM ${schema}.event ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT 1`,
    values: [],
  });
  return Number(rows[0]?.position ?? 0);
}
