import type { Clock, DomainEvent, IdGenerator } from '@svc/kernel';
import type { Database, Executor, Tx } from '@svc/postgres';
import { toAppendFailure } from './append/append-failure.js';
import { assertAddress, serializeMetadata } from './append/append-input.js';
import type { AppendRequest, AppendResult, Snapshot } from './append/append-request.js';
import { AppendStatements } from './append/append-statements.js';
import { chainEvents } from './append/event-chain.js';
import { snapshotFragment } from './append/snapshot-fragment.js';
import type { SqlFragment } from './append/sql-fragment.js';
import { positionOf, toRecordedEvent, type EventRow, type PositionRow } from './events/event-row.js';
import { EventSerializer, type SerializedEvent, type StreamAddress } from './events/event-serializer.js';
import type { EventTypes } from './events/event-types.js';
import { plainPayloads, type PayloadCodec } from './events/payload-codec.js';
import type { LogPosition, RecordedEvent } from './events/recorded-event.js';
import { loadStream, type LoadedStream } from './reading/load-stream.js';
import { readLogEnd, readLogStatement } from './reading/read-log.js';
import { readStreamStatement, type ReadStreamOptions } from './reading/read-stream.js';
import { assertPlainSchemaName } from './schema-name.js';
import type { StreamHead } from './stream-head.js';
import { LocalSignals, type LogSignals } from './signals/log-signals.js';
import { rewindCheckpoint } from './subscription/checkpoint.js';
import { Subscription, type SubscribedLog, type SubscriptionOptions } from './subscription/subscription.js';

export interface EventStoreOptions<Event extends DomainEvent> {
  /** The context's Postgres schema, where `eventStoreMigrations` have made the tables. */
  readonly schema: string;
  readonly database: Database;
  readonly types: EventTypes<Event>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly payloadCodec?: PayloadCodec;
  /** Wakes subscribers. Default: those of this store alone; the others find out by polling. */
  readonly signals?: LogSignals;
}

/**
 * The event log of one context. It only grows; the events of a stream are numbered without gaps, and each carries the
 * hash of the one before it.
 */
export class EventStore<Event extends DomainEvent> {
  readonly schema: string;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #ids: IdGenerator;
  readonly #serializer: EventSerializer;
  readonly #statements: AppendStatements;
  readonly #signals: LogSignals;

  constructor(options: EventStoreOptions<Event>) {
    assertPlainSchemaName(options.schema);
    this.schema = options.schema;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#ids = options.ids;
    this.#serializer = new EventSerializer(options.types, options.payloadCodec ?? plainPayloads);
    this.#statements = new AppendStatements(options.schema);
    this.#signals = options.signals ?? new LocalSignals();
  }

  /**
   * Appends events to one stream by one statement in one round trip: on its own when `executor` is the database, or as
   * a part of an open transaction, which a refusal ends.
   *
   * @throws ConcurrencyError when the stream is not at `expected`.
   * @throws FencedError when the guard finds no row.
   * @throws PayloadTooLargeError when a payload is above 64 KiB.
   * @throws TypeError when the stream has another subject, or has none and an event has personal fields.
   */
  async append<Appended extends Event>(
    executor: Executor,
    request: AppendRequest<Appended>,
  ): Promise<AppendResult<Appended>> {
    const { tenantId, streamId, subject, expected, events } = request;
    if (events.length === 0) throw new TypeError('An append needs at least one event.');
    assertAddress(request);
    const metadata = serializeMetadata(request.metadata, subject);
    const serialized: SerializedEvent[] = [];
    for (const event of events) serialized.push(await this.#serializer.serialize(event, request));
    const createdAt = this.#clock.now();
    const common = { streamId, subject, createdAt, metadata, eventId: () => this.#ids.eventId() };
    const { head, chained } = chainEvents(expected, serialized, common);
    const { alongside = [] } = request;
    const companions = request.snapshot
      ? [...alongside, await this.#snapshotFragment(request, request.snapshot, head)]
      : alongside;
    const shared = { tenantId, streamId, subject, metadata, createdAt, previousHash: expected.hash };
    const built = this.#statements.build(shared, chained, request.guard, companions);
    const { answerWithinMs } = request;
    const statement = answerWithinMs === undefined ? built : { ...built, answerWithinMs };
    const { rows } = await executor.query<PositionRow>(statement).catch(async (failure: unknown) => {
      const append = { executor, schema: this.schema, streamId, expectedVersion: expected.version };
      throw await toAppendFailure(failure, append);
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
    return Promise.all(rows.map((row) => toRecordedEvent<Read>(row, this.#serializer)));
  }

  /**
   * Snapshot and tail in one query; without the fingerprint of a shape the whole stream. A snapshot that doesn't stand at
   * the event that it names is not used.
   */
  async loadStream<Read extends Event = Event>(
    executor: Executor,
    address: StreamAddress,
    snapshotShape?: string,
  ): Promise<LoadedStream<Read>> {
    return loadStream<Read>(executor, this.schema, this.#serializer, address, snapshotShape);
  }

  /**
   * Settled events after a position, in the order of the log: see `readLogStatement`. From `logStart` on it gives all,
   * for read models that are built anew.
   */
  async readLog<Read extends Event = Event>(
    executor: Executor,
    after: LogPosition,
    limit: number,
  ): Promise<readonly RecordedEvent<Read>[]> {
    const { rows } = await executor.query<EventRow>(readLogStatement(this.schema, after, limit));
    return Promise.all(rows.map((row) => toRecordedEvent<Read>(row, this.#serializer)));
  }

  /** Starts to apply the log, from where the subscription of this name has come to. The caller stops it. */
  subscribe(options: SubscriptionOptions<Event>): Subscription<Event> {
    const log: SubscribedLog<Event> = {
      schema: this.schema,
      database: this.#database,
      signals: this.#signals,
      readAfter: (position, limit) => this.readLog(this.#database, position, limit),
      end: () => readLogEnd(this.#database, this.schema),
    };
    return new Subscription(log, options);
  }

  /**
   * Puts a subscription back to the start of the log: in the transaction that empties the read model it fills. It may
   * be running meanwhile.
   */
  rewindSubscription(tx: Tx, name: string): Promise<void> {
    return rewindCheckpoint(tx, this.schema, name);
  }

  async #snapshotFragment(
    { tenantId, streamId }: StreamAddress,
    snapshot: Snapshot,
    head: StreamHead,
  ): Promise<SqlFragment> {
    const state = await this.#serializer.serializeSnapshot(snapshot.state, { tenantId, streamId });
    return snapshotFragment(this.schema, { tenantId, streamId, head, shape: snapshot.shape, state });
  }
}

function isTransaction(executor: Executor): executor is Tx {
  return 'afterCommit' in executor;
}
