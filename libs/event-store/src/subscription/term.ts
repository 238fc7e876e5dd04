import type { Database, Executor } from '@svc/postgres';
import { UnknownEventError } from '../errors.js';
import { positionOf, type EventRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import { comparePositions } from '../reading/read-log.js';
import { moveCheckpoint, type TermAddress } from './checkpoint.js';
import type { Deliver } from './delivery.js';
import { isServiceOutage, TermEndedError, type FailureSearch } from './subscription-errors.js';
import type { LogFilter } from '../reading/log-filter.js';
import {
  parkAgain,
  parkStream,
  readWaitingEvents,
  settleWaiting,
  type WaitingStream,
} from './parked-stream.js';
import type { LogReader } from './shared-log.js';

export interface TermMeans {
  readonly database: Database;
  readonly reader: LogReader;
  readonly filter: LogFilter;
  readonly deliver: Deliver;
  readonly search: FailureSearch;
  readonly batchSize: number;
  readonly attempts: number;
  readonly isOutage: (error: unknown) => boolean;
  readonly onParked: (error: unknown, streamId: string) => void;
  /** Aborted when the term is over. */
  readonly signal: AbortSignal;
}

export interface Advance {
  /** Something came. */
  readonly moved: boolean;
  /** Nothing more was there. */
  readonly isEnd: boolean;
}

/** What one leader does, from the checkpoint at which its term began. Rejects with what a later try may cure. */
export class Term {
  readonly #address: TermAddress;
  readonly #means: TermMeans;
  readonly #parked: Set<string>;
  #position: LogPosition;
  /** The checkpoint: behind `position` while only events have come that the subscription doesn't handle. */
  #recorded: LogPosition;

  constructor(
    address: TermAddress,
    position: LogPosition,
    parked: readonly WaitingStream[],
    means: TermMeans,
  ) {
    this.#address = address;
    this.#means = means;
    this.#position = position;
    this.#recorded = position;
    this.#parked = new Set(parked.map(({ streamId }) => streamId));
  }

  get position(): LogPosition {
    return this.#position;
  }

  /** Handles the next batch. */
  async advance(): Promise<Advance> {
    const { reader, batchSize, search } = this.#means;
    const from = this.#position;
    const page = await reader.read(from, batchSize);
    if (comparePositions(page.reached, from) === 0) return { moved: false, isEnd: true };
    if (!page.isEnd) reader.readAhead(page.reached);
    const rows = page.rows.filter((row) => !this.#parked.has(row.stream_id));
    const [first] = rows;
    if (!first) this.#position = page.reached;
    else if (rows.length > 1 && search.isNarrow(this.#position))
      await this.#handle([first], positionOf(first));
    else await this.#handle(rows, page.reached);
    return { moved: true, isEnd: page.isEnd && comparePositions(this.#position, page.reached) === 0 };
  }

  /** Writes down how far it has come, where nothing had to be handled. */
  async record(): Promise<void> {
    if (comparePositions(this.#recorded, this.#position) === 0) return;
    const to = this.#position;
    await this.#settleAt(to)(this.#means.database);
    this.#recorded = to;
  }

  /** Handles what waits of a parked stream, which is parked no more once all is. */
  async redrive({ streamId, streamVersion }: WaitingStream): Promise<void> {
    const { database, deliver, filter, signal } = this.#means;
    let [next, limit] = [streamVersion, this.#means.batchSize];
    for (;;) {
      const from = { streamId, streamVersion: next };
      const { schema } = this.#address;
      const rows = await readWaitingEvents(database, schema, from, filter, this.#recorded, limit);
      const last = rows.length < limit ? undefined : rows.at(-1);
      const settle = (executor: Executor) =>
        this.#requireTerm(settleWaiting(executor, this.#address, streamId, last && last.stream_version + 1));
      const [first] = rows;
      if (!first) {
        await settle(database);
        break;
      }
      try {
        await deliver(rows, settle, signal);
      } catch (error) {
        if (this.#isNotCausedByEvent(error)) throw error;
        if (rows.length > 1) {
          limit = 1;
          continue;
        }
        await this.#requireTerm(parkAgain(database, this.#address, first, error));
        this.#means.onParked(error, streamId);
        return;
      }
      if (!last) break;
      next = last.stream_version + 1;
    }
    this.#parked.delete(streamId);
  }

  async #handle(rows: readonly EventRow[], to: LogPosition): Promise<void> {
    const { deliver, search, signal } = this.#means;
    try {
      await deliver(rows, this.#settleAt(to), signal);
      this.#recorded = this.#position = to;
    } catch (error) {
      if (this.#isNotCausedByEvent(error)) throw error;
      if (rows.length === 1) return this.#retryOrPark(rows[0] as EventRow, error);
      search.narrow(to);
      // Another try of all of them would fail alike.
      if (!(error instanceof UnknownEventError)) throw error;
    }
  }

  /** Gives an event another try, or its stream up. */
  async #retryOrPark(event: EventRow, error: unknown): Promise<void> {
    const { attempts, database, search, onParked } = this.#means;
    if (!(error instanceof UnknownEventError) && search.count(event) < attempts) throw error;
    await this.#requireTerm(parkStream(database, this.#address, event, this.#recorded, error));
    this.#parked.add(event.stream_id);
    this.#recorded = this.#position = positionOf(event);
    onParked(error, event.stream_id);
  }

  #settleAt(to: LogPosition): (executor: Executor) => Promise<void> {
    return (executor) => this.#requireTerm(moveCheckpoint(executor, this.#address, this.#recorded, to));
  }

  async #requireTerm(isDone: Promise<boolean>): Promise<void> {
    if (!(await isDone)) throw new TermEndedError(this.#address.name);
  }

  /** Not the event's, that is. */
  #isNotCausedByEvent(error: unknown): boolean {
    const { isOutage, signal } = this.#means;
    return signal.aborted || error instanceof TermEndedError || isServiceOutage(error) || isOutage(error);
  }
}
