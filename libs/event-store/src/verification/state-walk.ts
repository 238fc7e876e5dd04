import type { DomainEvent } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { UnknownEventError } from '../errors.js';
import type { EventRow } from '../events/event-row.js';
import type { LoadedLog } from '../reading/load-stream.js';
import { isServiceOutage } from '../subscription/subscription-errors.js';
import type { ChainViolation } from './chain-violation.js';
import { SnapshotComparison, snapshotsOf, type SnapshotHead } from './snapshot-comparison.js';
import { UnjudgedStreams, type Unjudged } from './unjudged-streams.js';

/** An aggregate of any state: how its streams are folded, and what its snapshots are. */
export interface FoldedAggregate {
  readonly category: string;
  readonly decider: { readonly initialState: unknown; evolve(state: never, event: never): unknown };
  readonly snapshots?: { readonly shape: unknown; readonly meaning?: number };
}

/** Each may bring a personal part of 4 MiB with it. */
const eventsAtOnce = 16;

/** The content of an event, or why it can't be read. */
type ReadRow = { readonly row: EventRow } & ({ readonly event: DomainEvent } | { readonly failure: unknown });

interface FoldedStream {
  readonly streamId: string;
  readonly aggregate: FoldedAggregate;
  state: unknown;
}

/**
 * Folds streams one after the other, as loads without snapshots do, and compares each snapshot with the state at its
 * event. Holds one state and a few events at a time. Of a log that grows meanwhile, what is newer is not judged.
 */
export class StateWalk {
  readonly violations: ChainViolation[] = [];
  readonly #unjudged = new UnjudgedStreams();
  readonly #aggregates: ReadonlyMap<string, FoldedAggregate>;
  readonly #comparison: SnapshotComparison;
  /** Of the last row. */
  #streamId: string | undefined;
  /** Undefined behind an event that can't be folded. */
  #stream: FoldedStream | undefined;

  constructor(
    private readonly executor: Executor,
    private readonly log: LoadedLog,
    aggregates: readonly FoldedAggregate[],
  ) {
    this.#aggregates = new Map(aggregates.map((aggregate) => [aggregate.category, aggregate]));
    this.#comparison = new SnapshotComparison(executor, log);
  }

  get unjudged(): readonly Unjudged[] {
    return this.#unjudged.list();
  }

  /** @param rows go on where the last ones ended. */
  async visit(rows: readonly EventRow[]): Promise<void> {
    const streams = [...new Set(rows.map(({ stream_id }) => stream_id))];
    const snapshots = await snapshotsOf(this.executor, this.log.schema, streams);
    for (let start = 0; start < rows.length; start += eventsAtOnce) {
      for (const read of await this.#read(rows.slice(start, start + eventsAtOnce)))
        await this.#fold(read, snapshots.get(read.row.stream_id));
    }
  }

  /** Where one of them can't be read, one by one. */
  async #read(rows: readonly EventRow[]): Promise<readonly ReadRow[]> {
    try {
      const events = await this.log.reader.read(this.executor, rows);
      return events.map(({ event }, index) => ({ row: rows[index] as EventRow, event }));
    } catch (error) {
      if (isServiceOutage(error)) throw error;
      const [row] = rows;
      if (row && rows.length === 1) return [{ row, failure: error }];
      const alone: ReadRow[] = [];
      for (const each of rows) alone.push(...(await this.#read([each])));
      return alone;
    }
  }

  async #fold(read: ReadRow, snapshot: SnapshotHead | undefined): Promise<void> {
    const { row } = read;
    if (row.stream_id !== this.#streamId) this.#begin(row);
    const stream = this.#stream;
    if (!stream) return;
    if ('failure' in read) return this.#endAt(row, read.failure);
    try {
      stream.state = stream.aggregate.decider.evolve(stream.state as never, read.event as never);
    } catch (error) {
      return this.#endAt(row, error);
    }
    if (snapshot?.streamVersion !== row.stream_version) return;
    const verdict = await this.#comparison.judge(row, snapshot, stream);
    if (verdict === undefined) return;
    if (verdict.isViolation) this.#violation(row, verdict.reason);
    else this.#unjudged.add(row.stream_id, verdict.reason);
  }

  #begin({ stream_id: streamId }: EventRow): void {
    const category = streamId.split('/')[1] ?? '';
    const aggregate = this.#aggregates.get(category);
    this.#streamId = streamId;
    this.#stream = aggregate && { streamId, aggregate, state: aggregate.decider.initialState };
    if (!aggregate) this.#unjudged.add(streamId, `this release knows no streams of the category ${category}`);
  }

  /** What follows in the stream is not judged. */
  #endAt(row: EventRow, error: unknown): void {
    this.#stream = undefined;
    if (error instanceof UnknownEventError) {
      const { eventType, schemaVersion } = error;
      const what = `event type ${eventType} in schema version ${schemaVersion}`;
      this.#unjudged.add(row.stream_id, `this release does not know ${what}: a newer one has written it`);
      return;
    }
    // Only its name: a message may quote personal data of the event.
    const name = error instanceof Error ? error.name : typeof error;
    this.#violation(row, `the stream can't be folded beyond it (${name})`);
  }

  #violation({ stream_id: streamId, stream_version: streamVersion }: EventRow, reason: string): void {
    this.violations.push({ streamId, streamVersion, reason });
  }
}
