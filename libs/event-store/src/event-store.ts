import type { Clock, DomainEvent, IdGenerator } from '@svc/kernel';
import type { Executor, PooledDatabase, Tx } from '@svc/postgres';
import { toAppendError } from './append/append-error.js';
import { assertAddress, serializeMetadata } from './append/append-input.js';
import type { AppendRequest, AppendResult } from './append/append-request.js';
import { AppendStatements } from './append/append-statements.js';
import { chainEvents } from './append/event-chain.js';
import { noSnapshotFragment, snapshotFragment } from './append/snapshot-fragment.js';
import { EventReader } from './reading/event-reader.js';
import { positionOf, type EventRow, type PositionRow } from './events/event-row.js';
import type { EventTypes } from './events/event-types.js';
import { EventWriter } from './append/event-writer.js';
import type { LogPosition, RecordedEvent } from './events/recorded-event.js';
import type { StreamAddress } from './events/stream-address.js';
import { loadStream, type LoadedStream } from './reading/load-stream.js';
import { openedTogether } from './reading/opened-together.js';
import { readLogStatement } from './reading/read-log.js';
import { outlineStatement, type OutlinedEvent } from './reading/outline.js';
import { readNewestStatement, type ReadNewestOptions } from './reading/read-newest.js';
import { readStreamStatement, type ReadStreamOptions } from './reading/read-stream.js';
import { readVersionsStatement } from './reading/read-versions.js';
import { placeOf, readStreamsStatement, type StreamPlace, type StreamsPage } from './reading/read-streams.js';
import { assertPlainSchemaName } from './schema-name.js';
import { noVault, type Vault } from './sealing/vault.js';
import { LocalSignals, type LogSignals } from './signals/log-signals.js';
import { lockOutBatches, rewindCheckpoint } from './subscription/checkpoint.js';
import type { Subscription } from './subscription/subscription.js';
import type { SubscriptionOptions } from './subscription/subscription-options.js';
import { Subscriptions } from './subscription/subscriptions.js';
import type { FoldedAggregate } from './verification/state-walk.js';
import { verifyLog, type LogReport } from './verification/verify-log.js';
import type { VerificationOptions } from './verification/verify-streams.js';

export interface EventStoreOptions<Event extends DomainEvent> {
  /** The context's Postgres schema, where `eventStoreMigrations` have made the tables. */
  readonly schema: string;
  readonly database: PooledDatabase;
  readonly types: EventTypes<Event>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** For personal data. Left out: no event of this log has any. */
  readonly vault?: Vault;
  /** Wakes subscribers. Default: only those of this store; others poll. */
  readonly signals?: LogSignals;
  /**
   * Maximum time in milliseconds until a subscription polls the log without a signal, and until another process takes
   * over a subscription. Default 1,000.
   */
  readonly pollMs?: number;
}

/**
 * The event log of one context. It only grows; the events of a stream are numbered without gaps, and each carries the
 * hash of the one before it.
 */
export class EventStore<Event extends DomainEvent> {
  readonly schema: string;
  readonly #clock: Clock;
  readonly #reader: EventReader;
  readonly #writer: EventWriter;
  /** For writes of rows outside appends. */
  readonly vault: Vault;
  readonly #statements: AppendStatements;
  readonly #signals: LogSignals;
  readonly #subscriptions: Subscriptions<Event>;

  constructor(options: EventStoreOptions<Event>) {
    assertPlainSchemaName(options.schema);
    this.schema = options.schema;
    this.#clock = options.clock;
    const { types, ids, vault = noVault } = options;
    this.vault = vault;
    this.#reader = new EventReader(types, { schema: options.schema, vault });
    this.#writer = new EventWriter(types, vault, ids);
    this.#statements = new AppendStatements(options.schema);
    this.#signals = options.signals ?? new LocalSignals();
    const { schema, database, pollMs = 1_000 } = options;
    const log = { schema, database, reader: this.#reader, signals: this.#signals, pollMs };
    this.#subscriptions = new Subscriptions(log);
  }

  /**
   * Appends events to one stream by one statement in one round trip: on its own when `executor` is the database, or as
   * a part of an open transaction, which a refusal ends.
   *
   * @throws ConcurrencyError when the stream is not at `expected`.
   * @throws FencedError when the guard finds no row.
   * @throws PayloadTooLargeError when an event's values are above 64 KiB.
   * @throws SubjectErasedError for personal data of an erased subject.
   * @throws DomainError `service_unavailable` when the subject's key can't be had now.
   * @throws TypeError when the stream has another subject, or has none and there is personal data.
   */
  async append<Appended extends Event>(
    executor: Executor,
    request: AppendRequest<Appended>,
  ): Promise<AppendResult<Appended>> {
    const { tenantId, streamId, subject, expected, events, alongside = [], guard } = request;
    if (events.length === 0) throw new TypeError('An append needs at least one event.');
    assertAddress(request);
    const metadata = serializeMetadata(request.metadata, subject);
    const written = await this.#writer.write({ ...request, alongside });
    const createdAt = this.#clock.now();
    const { head, chained } = chainEvents(expected, written.events, {
      streamId,
      subject,
      createdAt,
      metadata,
    });
    const { snapshot: toKeep } = request;
    const snapshot =
      toKeep === null
        ? noSnapshotFragment(this.schema, request)
        : toKeep && snapshotFragment(this.schema, { ...request, head, snapshot: toKeep }, written.sealer);
    const built = this.#statements.build(
      { tenantId, streamId, subject, metadata, createdAt, previousHash: expected.hash },
      chained,
      {
        guard,
        companions: snapshot ? [...written.alongside, snapshot] : written.alongside,
        isPersonal: written.isPersonal,
      },
    );
    const { answerWithinMs } = request;
    const statement = answerWithinMs === undefined ? built : { ...built, answerWithinMs };
    const { rows } = await executor.query<PositionRow>(statement).catch(async (error: unknown) => {
      const append = { executor, schema: this.schema, streamId, subject, expectedVersion: expected.version };
      throw await toAppendError(error, append);
    });
    if (isTransaction(executor)) executor.afterCommit(() => this.#signals.appended(this.schema));
    else this.#signals.appended(this.schema);
    const recorded = chained.map(({ payload: _stored, eventType: _type, ...link }, index) => ({
      ...positionOf(rows[index] as PositionRow),
      ...link,
      tenantId,
      streamId,
      subject,
      event: events[index] as Appended,
      metadata: request.metadata,
      createdAt,
      isErased: false,
    }));
    return { head, recorded };
  }

  /**
   * The events of one stream in order. The caller names the types that streams of this category hold.
   * @throws UnknownEventError when a newer release has written one of them.
   */
  async readStream<Read extends Event = Event>(
    executor: Executor,
    streamId: string,
    options: ReadStreamOptions = {},
  ): Promise<readonly RecordedEvent<Read>[]> {
    const { rows } = await executor.query<EventRow>(readStreamStatement(this.schema, streamId, options));
    return this.#reader.read<Read>(executor, rows);
  }

  /**
   * All events of a stream, unopened: cheap, however large they are.
   * @param name of a plain text in their payloads
   */
  async outline(executor: Executor, streamId: string, name: string): Promise<readonly OutlinedEvent[]> {
    const hasBlobs = this.vault.blobs !== undefined;
    const statement = outlineStatement(this.schema, streamId, name, hasBlobs);
    return (await executor.query<OutlinedEvent>(statement)).rows;
  }

  /** These events of one stream, in its order. */
  async readVersions<Read extends Event = Event>(
    executor: Executor,
    streamId: string,
    versions: readonly number[],
  ): Promise<readonly RecordedEvent<Read>[]> {
    const { rows } = await executor.query<EventRow>(readVersionsStatement(this.schema, streamId, versions));
    return this.#reader.read<Read>(executor, rows);
  }

  /** The newest events of some types in one stream, oldest first. */
  async readNewest<Read extends Event = Event>(
    executor: Executor,
    streamId: string,
    options: ReadNewestOptions,
  ): Promise<readonly RecordedEvent<Read>[]> {
    const { rows } = await executor.query<EventRow>(readNewestStatement(this.schema, streamId, options));
    return this.#reader.read<Read>(executor, rows);
  }

  /**
   * Snapshot and tail in one query; without the fingerprint of a shape the whole stream. A snapshot is not used when
   * its event has another hash than it names.
   */
  async loadStream<Read extends Event = Event>(
    executor: Executor,
    address: StreamAddress,
    snapshotShape?: string,
  ): Promise<LoadedStream<Read>> {
    const log = { schema: this.schema, reader: this.#reader, vault: this.vault };
    return loadStream<Read>(executor, log, address, snapshotShape);
  }

  /**
   * Settled events after a position, in the order of the log: see `readLogStatement`. From `logStart` on it gives all
   * events, for rebuilds.
   */
  async readLog<Read extends Event = Event>(
    executor: Executor,
    after: LogPosition,
    limit: number,
  ): Promise<readonly RecordedEvent<Read>[]> {
    const { rows } = await executor.query<EventRow>(readLogStatement(this.schema, after, limit));
    return this.#reader.read<Read>(executor, rows);
  }

  /**
   * Events of the log ordered by stream id, to read all of it: up to the limit, after a given event, in pages that fit
   * into memory when opened. Unwanted streams are skipped unopened, and counted.
   */
  async *readStreams<Read extends Event = Event>(
    executor: Executor,
    after: StreamPlace,
    limit: number,
    isWanted: (streamId: string) => boolean,
  ): AsyncGenerator<StreamsPage<Read>> {
    const { rows } = await executor.query<EventRow>(readStreamsStatement(this.schema, after, limit));
    const isOpened = (row: EventRow) => isWanted(row.stream_id);
    const end = rows.length < limit ? rows.at(-1) : undefined;
    for (const page of openedTogether(rows, isOpened)) {
      const last = page.at(-1);
      yield {
        recorded: await this.#reader.read<Read>(executor, page.filter(isOpened)),
        passed: page.length,
        next: last && last !== end ? placeOf(last) : undefined,
      };
    }
  }

  /**
   * Checks that the log is unchanged and that snapshots match their events: see `verifyLog`.
   * @throws DomainError `service_unavailable` when keys can't be had now.
   */
  verify(
    executor: Executor,
    aggregates: readonly FoldedAggregate[],
    options: VerificationOptions = {},
  ): Promise<LogReport> {
    const log = { schema: this.schema, reader: this.#reader, vault: this.vault };
    return verifyLog(executor, log, aggregates, options);
  }

  /**
   * Starts to handle the log from the checkpoint of this name. The caller stops it.
   * @throws RangeError
   */
  subscribe(options: SubscriptionOptions<Event>): Subscription<Event> {
    return this.#subscriptions.start(options);
  }

  /**
   * Puts a subscription back to the start of the log, and empties what it fills, in one transaction. It may be running:
   * the current batch ends first, all others come after.
   */
  async rewindSubscription(tx: Tx, name: string, empty: (tx: Tx) => Promise<void>): Promise<void> {
    await lockOutBatches(tx, this.schema, name);
    await empty(tx);
    await rewindCheckpoint(tx, this.schema, name);
  }
}

function isTransaction(executor: Executor): executor is Tx {
  return 'afterCommit' in executor;
}
