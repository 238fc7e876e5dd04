import { setTimeout as pause } from 'node:timers/promises';
import type { Executor } from '@svc/postgres';
import type { LogPosition } from '../events/recorded-event.js';
import { comparePositions } from '../reading/read-log.js';
import type { LogSignals } from '../signals/log-signals.js';
import type { LogFilter } from '../reading/log-filter.js';
import type { LogReader, SharedLog } from './shared-log.js';
import { storedEventOf, type StoredEvent } from './stored-event.js';
import type { Handling } from './subscription-options.js';
import { Wakeup } from './wakeup.js';

export interface TailOptions {
  /** Where it begins: see `readHorizon` for what is committed from now on. */
  readonly after: LogPosition;
  readonly only?: LogFilter;
  /** Takes events as they are stored. When it rejects the same ones come again after a pause. */
  readonly forward: (events: readonly StoredEvent[], handling: Handling) => Promise<void>;
  /** Called with each error, also of the database. */
  readonly onError: (error: unknown, consequence: { readonly retryInMs: number }) => void;
}

/** What a tail needs of its log. */
export interface TailedLog {
  readonly schema: string;
  readonly signals: LogSignals;
  readonly shared: SharedLog;
  /** Longest time without a look at the log, in milliseconds. */
  readonly pollMs: number;
}

const batchSize = 200;
/** Pause after a signal, whose event may not be settled yet; doubled up to the poll. */
const firstPauseMs = 4;
const firstRetryMs = 100;
const maxRetryMs = 5_000;

/** Reads a log for ever, without a name, a leader or a checkpoint. */
export class LogTail {
  readonly #log: TailedLog;
  readonly #options: TailOptions;
  readonly #reader: LogReader;
  readonly #wakeup = new Wakeup();
  readonly #stopping = new AbortController();
  readonly #endListening: () => void;
  readonly #running: Promise<void>;
  #position: LogPosition;

  constructor(log: TailedLog, options: TailOptions) {
    this.#log = log;
    this.#options = options;
    this.#position = options.after;
    this.#reader = log.shared.join(options.only ?? {});
    this.#endListening = log.signals.onAppended(log.schema, () => this.#wakeup.wake());
    this.#running = this.#run();
  }

  /** All up to here is taken. */
  get position(): LogPosition {
    return this.#position;
  }

  /** Ends after the batch that is being taken, which is asked to end by its signal. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endListening();
    this.#wakeup.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let retryMs = firstRetryMs;
    try {
      while (!signal.aborted) {
        try {
          await this.#follow(() => (retryMs = firstRetryMs));
        } catch (error) {
          if (signal.aborted) return;
          this.#options.onError(error, { retryInMs: retryMs });
          await pause(retryMs, undefined, { signal }).catch(() => undefined); // rejects when it is over
          retryMs = Math.min(retryMs * 2, maxRetryMs);
        }
      }
    } finally {
      this.#reader.leave();
    }
  }

  async #follow(onTaken: () => void): Promise<void> {
    const { signal } = this.#stopping;
    const { pollMs } = this.#log;
    let pauseMs = pollMs;
    while (!signal.aborted) {
      const page = await this.#reader.read(this.#position, batchSize);
      if (page.rows.length > 0) await this.#options.forward(page.rows.map(storedEventOf), { signal });
      onTaken();
      const hasMoved = comparePositions(page.reached, this.#position) > 0;
      this.#position = page.reached;
      if (!page.isEnd) continue;
      // What was told together with these events may not be settled yet.
      if (hasMoved) pauseMs = Math.min(firstPauseMs, pollMs);
      const woken = await this.#wakeup.sleep(pauseMs);
      pauseMs = woken ? Math.min(firstPauseMs, pollMs) : Math.min(pauseMs * 2, pollMs);
    }
  }
}

/** Everything that is committed from now on comes behind this position, and nothing that was settled before. */
export async function readHorizon(executor: Executor, schema: string): Promise<LogPosition> {
  const { rows } = await executor.query<{ epoch: number; transaction_id: string }>({
    name: `${schema}.read_horizon`,
    text: `SELECT ${schema}.current_epoch() AS epoch, pg_snapshot_xmin(pg_current_snapshot()) AS transaction_id`,
    values: [],
  });
  const [row] = rows as [{ epoch: number; transaction_id: string }];
  return { epoch: row.epoch, transactionId: BigInt(row.transaction_id), position: 0n };
}
