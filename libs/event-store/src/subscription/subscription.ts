import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvent } from '@svc/kernel';
import type { Database, Tx } from '@svc/postgres';
import type { LogPosition, RecordedEvent } from '../events/recorded-event.js';
import { comparePositions } from '../reading/read-log.js';
import type { LogSignals } from '../signals/log-signals.js';
import { moveCheckpoint, readCheckpoint } from './checkpoint.js';
import { Wakeup } from './wakeup.js';

export interface SubscriptionOptions<Event extends DomainEvent> {
  /** Names the checkpoint. All instances of one name, in all processes, share the work. */
  readonly name: string;
  /**
   * Applies a batch in the transaction that moves the checkpoint: its writes happen exactly once. Events come in the
   * order of the log, those of one stream in the order of their versions. When it rejects, the batch comes again.
   */
  readonly apply: (tx: Tx, events: readonly RecordedEvent<Event>[]) => Promise<void>;
  /** Told of each failure; the subscription tries again after the pause. */
  readonly onFailure: (failure: unknown, retryInMs: number) => void;
  /** Events of one transaction at most. Default 200: an open transaction holds back all other subscribers. */
  readonly batchSize?: number;
  /** Longest time without a look at the log, in milliseconds. Default 250. */
  readonly pollMs?: number;
}

/** What a subscription needs of its store. */
export interface SubscribedLog<Event extends DomainEvent> {
  readonly schema: string;
  readonly database: Database;
  readonly signals: LogSignals;
  readAfter(position: LogPosition, limit: number): Promise<readonly RecordedEvent<Event>[]>;
  /** Of the latest committed event. */
  end(): Promise<LogPosition>;
}

const defaultBatchSize = 200;
const defaultPollMs = 250;
/** Pause after a signal whose event is not settled yet; doubled up to `pollMs`. */
const firstPauseMs = 4;
const firstRetryMs = 100;
const longestRetryMs = 15_000;

interface Waiter {
  readonly target: LogPosition;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** Reads a log from its checkpoint on, for ever, without gaps: see `readLogStatement`. */
export class Subscription<Event extends DomainEvent> {
  readonly name: string;
  readonly #log: SubscribedLog<Event>;
  readonly #options: SubscriptionOptions<Event>;
  readonly #wakeup = new Wakeup();
  readonly #endListening: () => void;
  readonly #running: Promise<void>;
  #waiters: readonly Waiter[] = [];
  #checkpoint: LogPosition | undefined;
  readonly #stopping = new AbortController();

  constructor(log: SubscribedLog<Event>, options: SubscriptionOptions<Event>) {
    this.name = options.name;
    this.#log = log;
    this.#options = options;
    this.#endListening = log.signals.onAppended(log.schema, () => this.#wakeup.wake());
    this.#running = this.#run();
  }

  /** Ends after the batch that is being applied. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endListening();
    this.#wakeup.wake();
    await this.#running;
  }

  /** Resolves when everything that was committed before this call is applied. Rejects when the subscription stops. */
  async caughtUp(): Promise<void> {
    const target = await this.#log.end();
    const reached = new Promise<void>((resolve, reject) => {
      this.#waiters = [...this.#waiters, { target, resolve, reject }];
    });
    if (this.#stopping.signal.aborted) this.#dismissWaiters();
    this.#wakeup.wake();
    await reached;
  }

  async #run(): Promise<void> {
    const { pollMs = defaultPollMs, onFailure } = this.#options;
    const { signal } = this.#stopping;
    let pauseMs = pollMs;
    let retryMs = firstRetryMs;
    while (!signal.aborted) {
      try {
        const found = await this.#advance();
        retryMs = firstRetryMs;
        if (found) continue;
        const woken = await this.#wakeup.sleep(pauseMs);
        pauseMs = woken ? Math.min(firstPauseMs, pollMs) : Math.min(pauseMs * 2, pollMs);
      } catch (failure) {
        this.#checkpoint = undefined; // the outcome of a lost commit is unknown
        onFailure(failure, retryMs);
        await pause(retryMs, undefined, { signal }).catch(() => undefined); // rejects when stopped
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
    }
    this.#dismissWaiters();
  }

  /** Applies the next batch. @returns whether there was one. */
  async #advance(): Promise<boolean> {
    const { name, batchSize = defaultBatchSize, apply } = this.#options;
    const { database, schema } = this.#log;
    // Who comes later is answered by the next look: what it waits for may have been a rewind.
    const waiting = this.#waiters;
    const from = (this.#checkpoint ??= await readCheckpoint(database, schema, name));
    const events = await this.#log.readAfter(from, batchSize);
    const to = events.at(-1);
    if (!to) {
      // No event tells of a rewind.
      this.#checkpoint = await readCheckpoint(database, schema, name);
      if (comparePositions(this.#checkpoint, from) !== 0) return true;
      this.#settle(waiting, from);
      return false;
    }
    const moved = await database.transaction(async (tx) => {
      if (!(await moveCheckpoint(tx, schema, name, from, to))) return false;
      await apply(tx, events);
      return true;
    });
    this.#checkpoint = moved ? to : undefined;
    if (moved) this.#settle(waiting, to);
    return true;
  }

  #settle(waiting: readonly Waiter[], checkpoint: LogPosition): void {
    const reached = waiting.filter(({ target }) => comparePositions(target, checkpoint) <= 0);
    this.#waiters = this.#waiters.filter((waiter) => !reached.includes(waiter));
    for (const { resolve } of reached) resolve();
  }

  #dismissWaiters(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(new Error(`Subscription ${this.name} has stopped.`));
  }
}
