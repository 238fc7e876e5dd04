import { setTimeout as pause } from 'node:timers/promises';
import type { BatchHandling, Retry } from '@svc/event-bus';
import type { PartitionKey, PlacedEvent } from './partition-events.js';

export interface HandlingLanesOptions {
  /** Batches that are handled concurrently. */
  readonly lanes: number;
  /** Maximum events of a batch. */
  readonly batchSize: number;
  readonly handle: (batch: readonly PlacedEvent[], handling: BatchHandling) => Promise<void>;
  readonly onError: (error: unknown, retry: Retry) => void;
  /** Called with a partition's next offset when all before it is handled. */
  readonly onHandled: (partition: PartitionKey, nextOffset: bigint) => void;
}

interface Work {
  readonly events: PlacedEvent[];
  readonly done: PromiseWithResolvers<boolean>;
  readonly drop: AbortController;
  isInLane: boolean;
}

interface Share {
  readonly partition: PartitionKey;
  readonly work: Work;
  readonly events: readonly PlacedEvent[];
}

const firstRetryMs = 100;
const maxRetryMs = 15_000;

/**
 * Handles the events of partitions: each partition in order, several partitions in one batch, several batches
 * concurrently. A failed batch comes again after a pause, and its partitions wait; others continue in other lanes.
 */
export class HandlingLanes {
  readonly #options: HandlingLanesOptions;
  readonly #works = new Map<PartitionKey, Work>();
  readonly #lanes = new Set<Promise<void>>();

  constructor(options: HandlingLanesOptions) {
    this.#options = options;
  }

  has(partition: PartitionKey): boolean {
    return this.#works.has(partition);
  }

  /**
   * Hands over a partition's next events. None of its events may be in progress.
   * @returns true when all are handled, false when they were dropped
   */
  take(partition: PartitionKey, events: readonly PlacedEvent[]): Promise<boolean> {
    const work: Work = {
      events: [...events],
      done: Promise.withResolvers(),
      drop: new AbortController(),
      isInLane: false,
    };
    this.#works.set(partition, work);
    // Partitions of one broker response are handled in one batch.
    setImmediate(() => this.#fillLanes());
    return work.done.promise;
  }

  /** Aborts the batches of these partitions by their signals; their results no longer count. */
  drop(isDropped: (partition: PartitionKey) => boolean): void {
    for (const [partition, work] of this.#works) if (isDropped(partition)) this.#drop(partition, work);
  }

  /** Drops everything, and resolves when no batch is being handled. */
  async stop(): Promise<void> {
    this.drop(() => true);
    await Promise.all(this.#lanes);
  }

  #drop(partition: PartitionKey, work: Work): void {
    this.#works.delete(partition);
    work.drop.abort();
    work.done.resolve(false);
  }

  #fillLanes(): void {
    while (this.#lanes.size < this.#options.lanes) {
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      const lane = this.#handle(batch).finally(() => {
        this.#lanes.delete(lane);
        this.#fillLanes();
      });
      this.#lanes.add(lane);
    }
  }

  #nextBatch(): readonly Share[] {
    let room = this.#options.batchSize;
    const batch: Share[] = [];
    for (const [partition, work] of this.#works) {
      if (room === 0) break;
      if (work.isInLane) continue;
      work.isInLane = true;
      const events = work.events.splice(0, room);
      room -= events.length;
      batch.push({ partition, work, events });
    }
    return batch;
  }

  async #handle(batch: readonly Share[]): Promise<void> {
    const shares = () => batch.filter(({ work }) => !work.drop.signal.aborted);
    for (let retryInMs = firstRetryMs; shares().length > 0;) {
      const present = shares();
      const signal = AbortSignal.any(present.map(({ work }) => work.drop.signal));
      try {
        await this.#options.handle(
          present.flatMap(({ events }) => events),
          { signal },
        );
        for (const share of present) this.#settle(share);
        return;
      } catch (error) {
        // An aborted batch has not failed; the partitions that are still ours come again at once.
        if (signal.aborted) continue;
        this.#options.onError(error, { retryInMs });
        await pause(retryInMs, undefined, { signal }).catch(() => undefined); // rejects when something was dropped
        retryInMs = Math.min(retryInMs * 2, maxRetryMs);
      }
    }
  }

  #settle({ partition, work, events }: Share): void {
    if (work.drop.signal.aborted) return;
    const last = events.at(-1);
    if (last) this.#options.onHandled(partition, last.nextOffset);
    work.isInLane = false;
    this.#works.delete(partition);
    if (work.events.length > 0)
      this.#works.set(partition, work); // behind the others
    else work.done.resolve(true);
  }
}
