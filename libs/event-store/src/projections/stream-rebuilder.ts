import type { DomainEvent } from '@svc/kernel';
import {
  DatabaseUnavailableError,
  isForeignKeyViolation,
  isUniqueViolation,
  sqlState,
  TransactionConflictError,
  type Database,
} from '@svc/postgres';
import type { EventStore } from '../event-store.js';
import { withTail, wholeStream, type LoggedStream } from './logged-streams.js';
import { rebuiltStream, type RebuiltAggregate, type RebuiltStream } from './rebuilt-stream.js';
import { streamHeads } from './stream-heads.js';
import {
  clearStream,
  ForeignRowError,
  sealedStream,
  subjectsOf,
  writeStreams,
  type WrittenStreams,
} from './write-streams.js';
import { writersGone } from './writers-gone.js';

/** Pause before a stream with locked rows is tried again, in ms. */
const busyPauseMs = 50;
const lockNotAvailable = '55P03';
/** Error of PostgreSQL when one statement puts two rows under one key. */
const cardinalityViolation = '21000';

export interface StreamRebuilderOptions<Event extends DomainEvent> {
  readonly database: Database;
  readonly store: EventStore<Event>;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Progress so far. */
export interface RebuildSums {
  rows: number;
  missing: number;
  removed: number;
  /** Streams processed again because they had grown or their rows were locked. */
  repeated: number;
}

interface Deferred {
  readonly aggregate: RebuiltAggregate;
  readonly streamId: string;
}

/** Rebuilds the rows of streams until they match the log. */
export class StreamRebuilder<Event extends DomainEvent> {
  readonly sums: RebuildSums = { rows: 0, missing: 0, removed: 0, repeated: 0 };
  readonly #options: StreamRebuilderOptions<Event>;
  /** Streams that need a key that a wrong row has; the wrong row goes when its own stream is rebuilt. */
  #deferred: Deferred[] = [];

  constructor(options: StreamRebuilderOptions<Event>) {
    this.#options = options;
  }

  /** Streams with a key that a wrong row has wait for `rebuildDeferred`. */
  async rebuild(aggregate: RebuiltAggregate, streams: readonly LoggedStream<Event>[]): Promise<void> {
    await this.#rebuild(aggregate, streams, true);
  }

  /** Runs once all others are correct. @throws as the database does, when two streams claim one key */
  async rebuildDeferred(): Promise<void> {
    const deferred = this.#deferred;
    this.#deferred = [];
    const { database, store } = this.#options;
    for (const { aggregate, streamId } of deferred)
      await this.#rebuild(aggregate, [await wholeStream(database, store, streamId)], false);
  }

  async #rebuild(
    aggregate: RebuiltAggregate,
    streams: readonly LoggedStream<Event>[],
    mayDefer: boolean,
  ): Promise<void> {
    const { tables = [] } = aggregate;
    if (tables.length === 0) return;
    for (let open = streams; open.length > 0;) {
      const { written, overtaken, busy, missing } = await this.#write(aggregate, open, mayDefer);
      const blind = missing > 0 ? await this.#writtenBlindly(aggregate, written) : [];
      if (busy.length > 0) await this.#options.pause(busyPauseMs);
      const again = [...overtaken, ...busy, ...blind];
      this.sums.repeated += again.length;
      open = await this.#withTails(again);
    }
  }

  /** Streams with restored rows that an older, still open append can't see. */
  async #writtenBlindly(
    { tables = [] }: RebuiltAggregate,
    streams: readonly LoggedStream<Event>[],
  ): Promise<readonly LoggedStream<Event>[]> {
    const { database, store, pause } = this.#options;
    await writersGone(database, tables, pause);
    const heads = await streamHeads(database, store.schema, streams);
    return streams.filter(({ streamId, version }) => heads.get(streamId) !== version);
  }

  async #withTails(streams: readonly LoggedStream<Event>[]): Promise<readonly LoggedStream<Event>[]> {
    const { database, store } = this.#options;
    const longer: LoggedStream<Event>[] = [];
    for (const stream of streams) longer.push(await withTail(database, store, stream));
    return longer;
  }

  /** In one transaction, or in halves where one stream blocks the rest. */
  async #write(
    aggregate: RebuiltAggregate,
    streams: readonly LoggedStream<Event>[],
    mayDefer: boolean,
  ): Promise<Attempt<Event>> {
    const rebuilt = streams.map((stream) => rebuiltStream(aggregate, stream));
    try {
      return this.#count(await this.#store(aggregate, rebuilt));
    } catch (error) {
      const isTaken = isKeyTaken(error);
      if (!isTaken && !isLocked(error)) throw error;
      const [only, other] = streams;
      if (other) {
        const half = Math.ceil(streams.length / 2);
        const first = await this.#write(aggregate, streams.slice(0, half), mayDefer);
        const second = await this.#write(aggregate, streams.slice(half), mayDefer);
        return joined(first, second);
      }
      if (!only || !isTaken) return { ...nothing, busy: streams };
      const [longer = only] = await this.#withTails([only]);
      if (longer.version > only.version) return { ...nothing, overtaken: [longer] };
      if (!mayDefer) throw error;
      const isDeferred = await this.#defer(aggregate, rebuilt[0] as RebuiltStream<Event>);
      return isDeferred ? nothing : { ...nothing, busy: streams };
    }
  }

  async #store(
    { tables = [] }: RebuiltAggregate,
    rebuilt: readonly RebuiltStream<Event>[],
  ): Promise<WrittenStreams> {
    const { database, store } = this.#options;
    const { schema, vault } = store;
    const subjects = subjectsOf(rebuilt);
    const keys = subjects.length > 0 ? await vault.keys.getAll(subjects) : new Map<string, never>();
    const streams = rebuilt.map((stream) => sealedStream(stream, keys, vault));
    return database.transaction((tx) => writeStreams(tx, { schema, vault }, tables, streams));
  }

  /**
   * Removes its wrong rows, or two streams with swapped keys would never get their own.
   * @returns false when they are locked
   */
  async #defer(aggregate: RebuiltAggregate, rebuilt: RebuiltStream<Event>): Promise<boolean> {
    const { tables = [] } = aggregate;
    try {
      await this.#options.database.transaction((tx) => clearStream(tx, tables, rebuilt));
    } catch (error) {
      if (isLocked(error)) return false;
      throw error;
    }
    this.#deferred.push({ aggregate, streamId: rebuilt.stream.streamId });
    return true;
  }

  #count({ written, overtaken, rows, missing, removed }: WrittenStreams): Attempt<Event> {
    this.sums.rows += rows;
    this.sums.missing += missing;
    this.sums.removed += removed;
    const streamOf = ({ stream }: RebuiltStream) => stream as LoggedStream<Event>;
    return { written: written.map(streamOf), overtaken: overtaken.map(streamOf), busy: [], missing };
  }
}

interface Attempt<Event> {
  readonly written: readonly LoggedStream<Event>[];
  readonly overtaken: readonly LoggedStream<Event>[];
  readonly busy: readonly LoggedStream<Event>[];
  /** Rows that were added. */
  readonly missing: number;
}

const nothing: Attempt<never> = { written: [], overtaken: [], busy: [], missing: 0 };

function joined<Event>(one: Attempt<Event>, other: Attempt<Event>): Attempt<Event> {
  return {
    written: [...one.written, ...other.written],
    overtaken: [...one.overtaken, ...other.overtaken],
    busy: [...one.busy, ...other.busy],
    missing: one.missing + other.missing,
  };
}

function isLocked(error: unknown): boolean {
  if (error instanceof TransactionConflictError) return true;
  return error instanceof DatabaseUnavailableError && sqlState(error.cause) === lockNotAvailable;
}

function isKeyTaken(error: unknown): boolean {
  if (error instanceof ForeignRowError || sqlState(error) === cardinalityViolation) return true;
  return isUniqueViolation(error) || isForeignKeyViolation(error);
}
