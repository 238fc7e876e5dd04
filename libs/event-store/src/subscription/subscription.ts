import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvent } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { EventReader } from '../reading/event-reader.js';
import { readLogEnd } from '../reading/read-log.js';
import { maxPageRows } from '../reading/read-log-page.js';
import type { LogSignals } from '../signals/log-signals.js';
import { beginTerm, readCheckpoint } from './checkpoint.js';
import { deliveryOf } from './delivery.js';
import { FailureSearch, TermEndedError } from './subscription-errors.js';
import type { LeaderLocks, Leadership } from './leader-locks.js';
import { readWaitingStreams } from './parked-stream.js';
import type { LogReader, SharedLog } from './shared-log.js';
import type { SubscriptionOptions } from './subscription-options.js';
import { Term } from './term.js';
import { Waiters } from './waiters.js';
import { Wakeup } from './wakeup.js';

/** What a subscription needs of its store. */
export interface SubscribedLog {
  readonly schema: string;
  readonly database: Database;
  readonly reader: EventReader;
  readonly signals: LogSignals;
  readonly shared: SharedLog;
  readonly leaders: LeaderLocks;
  /** Longest time without a look at the log, in milliseconds. */
  readonly pollMs: number;
}

const defaultAttempts = 8;
/** Pause after a signal, whose event may not be settled yet; doubled up to the poll. */
const firstPauseMs = 4;
/** A batch is a commit of its own: what comes this soon after the last one is gathered. After a rest a batch is taken at once. */
const gatherMs = 50;
const firstRetryMs = 100;
const maxRetryMs = 15_000;

/**
 * Reads a log from its checkpoint on, for ever, without gaps (see `readLogStatement`), as long as this instance leads;
 * until then it stands by.
 */
export class Subscription<Event extends DomainEvent> {
  readonly name: string;
  readonly #log: SubscribedLog;
  readonly #options: SubscriptionOptions<Event>;
  readonly #reader: LogReader;
  readonly #wakeup = new Wakeup();
  readonly #waiters = new Waiters();
  readonly #search = new FailureSearch();
  readonly #stopping = new AbortController();
  readonly #endListening: () => void;
  readonly #running: Promise<void>;
  #retryMs = firstRetryMs;
  #hasLed = false;

  /** @throws RangeError */
  constructor(log: SubscribedLog, options: SubscriptionOptions<Event>) {
    const { name, batchSize = maxPageRows, attempts = defaultAttempts } = options;
    if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > maxPageRows)
      throw new RangeError(`Subscription ${name}: a batch holds 1 to ${maxPageRows} events.`);
    if (!Number.isInteger(attempts) || attempts < 1)
      throw new RangeError(`Subscription ${name}: an event is tried once at least.`);
    this.name = name;
    this.#log = log;
    this.#options = options;
    this.#reader = log.shared.join(options.only ?? {});
    this.#endListening = log.signals.onAppended(log.schema, () => this.#wakeup.wake());
    this.#running = this.#run();
  }

  /** Ends after the batch that is being applied; what goes to the outside is asked to end by its signal. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endListening();
    this.#wakeup.wake();
    await this.#running;
  }

  /**
   * Resolves when everything that was committed before this call is handled or parked, here or where the leader runs.
   * Rejects when the subscription stops.
   */
  async caughtUp(): Promise<void> {
    const target = await readLogEnd(this.#log.database, this.#log.schema);
    const reached = this.#waiters.add(target);
    if (this.#stopping.signal.aborted) this.#dismissWaiters();
    else void this.#log.leaders.look();
    this.#wakeup.wake();
    await reached;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      while (!signal.aborted) {
        const leadership = await this.#log.leaders.lead({
          name: this.name,
          signal,
          onStandby: () => void this.#lookAsStandby(),
          onError: (error) => {
            this.#options.onError(error, { retryInMs: this.#log.pollMs });
          },
        });
        if (!leadership) break;
        try {
          while (!signal.aborted && !leadership.lost.aborted) await this.#lead(leadership);
        } finally {
          await leadership.end();
        }
      }
    } finally {
      this.#reader.leave();
      this.#dismissWaiters();
    }
  }

  /** One term, to its end or a failure. */
  async #lead(leadership: Leadership): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, leadership.lost]);
    try {
      const term = await this.#begin(leadership, signal);
      await this.#follow(term, leadership, signal);
      await term.record();
    } catch (error) {
      if (error instanceof TermEndedError || signal.aborted) return;
      const retryInMs = this.#retryMs;
      this.#retryMs = Math.min(retryInMs * 2, maxRetryMs);
      this.#options.onError(error, { retryInMs });
      await pause(retryInMs, undefined, { signal }).catch(() => undefined); // rejects when it is over
    }
  }

  async #begin(leadership: Leadership, signal: AbortSignal): Promise<Term> {
    const { schema, database, reader } = this.#log;
    const { startAt, only = {}, batchSize = maxPageRows, attempts = defaultAttempts } = this.#options;
    leadership.hold(undefined);
    const { fence, position } = await beginTerm(database, schema, this.name, startAt);
    leadership.hold(fence);
    const address = { schema, name: this.name, fence };
    const waiting = await readWaitingStreams(database, address);
    const term = new Term(address, position, waiting, {
      database,
      reader: this.#reader,
      filter: only,
      deliver: deliveryOf(this.#options, { schema, database, reader }),
      search: this.#search,
      batchSize,
      attempts,
      isOutage: this.#options.isOutage ?? (() => false),
      onParked: (error, parkedStream) => this.#options.onError(error, { parkedStream }),
      signal,
    });
    // This process may be of a release that knows what another one did not.
    for (const stream of waiting)
      if (stream.redrive || (stream.isUnknown && !this.#hasLed)) await term.redrive(stream);
    this.#hasLed = true;
    return term;
  }

  async #follow(term: Term, leadership: Leadership, signal: AbortSignal): Promise<void> {
    const { pollMs } = this.#log;
    let pauseMs = pollMs;
    let recordAtMs = performance.now() + pollMs;
    let movedAtMs = -Infinity;
    while (!signal.aborted) {
      await this.#gather(movedAtMs + gatherMs - performance.now(), signal);
      const waiting = this.#waiters.present();
      const { moved, isEnd } = await term.advance();
      this.#retryMs = firstRetryMs;
      if (performance.now() >= recordAtMs) {
        await term.record();
        recordAtMs = performance.now() + pollMs;
      }
      if (!moved && waiting.size > 0) {
        // No event tells of a rewind.
        await leadership.look();
        if (leadership.lost.aborted) return;
      }
      waiting.settle(term.position);
      if (!isEnd) continue;
      if (moved) movedAtMs = performance.now();
      if (moved) pauseMs = Math.min(gatherMs, pollMs);
      const woken = await this.#wakeup.sleep(untilNext(pauseMs));
      pauseMs = woken ? Math.min(firstPauseMs, pollMs) : Math.min(pauseMs * 2, pollMs);
    }
  }

  /** Releases those who wait for a position of the log. */
  async #gather(forMs: number, signal: AbortSignal): Promise<void> {
    if (forMs <= 1 || this.#waiters.present().size > 0) return;
    await pause(Math.ceil(forMs), undefined, { signal }).catch(() => undefined); // rejects when it is over
  }

  async #lookAsStandby(): Promise<void> {
    const waiting = this.#waiters.present();
    if (waiting.size === 0) return;
    const { database, schema } = this.#log;
    const reached = await readCheckpoint(database, schema, this.name).catch(() => undefined); // asked again
    if (reached) waiting.settle(reached);
  }

  #dismissWaiters(): void {
    this.#waiters.dismiss(new Error(`Subscription ${this.name} has stopped.`));
  }
}

/** Those of a process that pause alike go on together, and share what they read. */
function untilNext(pauseMs: number): number {
  return Math.ceil(pauseMs - (performance.now() % pauseMs));
}
