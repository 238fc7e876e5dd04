import type { Clock } from '@svc/kernel';
import { systemClock } from './system-clock.js';

/** A part that is started once and stopped once: a server, a pool, a subscription. */
export interface LifecyclePart {
  /** For logs: `database`, `http`. */
  readonly name: string;
  start?(): Promise<void> | void;
  /**
   * Stops taking new work, lets running work end within `graceMs` and then cuts it off. It may take slightly longer
   * than `graceMs`; after that it is abandoned.
   */
  stop?(graceMs: number): Promise<void> | void;
}

export type LifecycleReport =
  | { readonly type: 'part-started' | 'part-stopped'; readonly part: string; readonly tookMs: number }
  | { readonly type: 'part-stop-failed'; readonly part: string; readonly error: unknown }
  | { readonly type: 'stopping'; readonly reason: string };

export interface StopOutcome {
  /** Names of the parts that failed to stop, or not in time. Empty after a clean stop. */
  readonly failed: readonly string[];
}

/** The part of `process` that `stopOnSignals` uses. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

export interface GracefulLifecycleOptions {
  /** Time for all parts together to stop, in ms. */
  readonly stopWithinMs: number;
  readonly report?: (report: LifecycleReport) => void;
  readonly clock?: Clock;
}

/** Each later part (the database server!) gets at least this long, in ms, even if earlier ones used up all time. */
const minStopMs = 500;
/** How long a part may exceed its grace before it is abandoned, in ms. */
const stopOverrunMs = 1_000;

/**
 * Starts parts in the order they were added and stops them in reverse order, within a time limit. A part that fails to
 * start stops those before it. A stop during the start waits for the part being started.
 */
export class GracefulLifecycle {
  readonly #parts: LifecyclePart[] = [];
  readonly #started: LifecyclePart[] = [];
  #starting: Promise<void> = Promise.resolve();
  #stopping: Promise<StopOutcome> | undefined;

  constructor(private readonly options: GracefulLifecycleOptions) {}

  add(part: LifecyclePart): this {
    this.#parts.push(part);
    return this;
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** @throws the failing part's error, after stopping the parts before it. */
  async start(): Promise<void> {
    this.#starting = this.#startParts();
    try {
      await this.#starting;
    } catch (error) {
      await this.stop('a part failed to start');
      throw error;
    }
  }

  /** Stops everything, once: later calls get the result of the first. Never rejects. */
  stop(reason: string): Promise<StopOutcome> {
    this.#stopping ??= this.#stopParts(reason);
    return this.#stopping;
  }

  /**
   * SIGTERM, SIGINT and SIGHUP stop everything and then end the process: 0 after a clean stop, else 1. Repeated signals
   * change nothing, because npm passes a Ctrl-C on to a process that already got it. The time limit ends a stop that
   * hangs.
   */
  stopOnSignals(
    source: SignalSource = process,
    exit: (code: number) => void = (code) => process.exit(code),
  ): void {
    const onSignal = (signal: NodeJS.Signals): void => {
      if (this.isStopping) return;
      void this.stop(signal).then(({ failed }) => exit(failed.length === 0 ? 0 : 1));
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) source.on(signal, onSignal);
  }

  async #startParts(): Promise<void> {
    for (const part of this.#parts) {
      if (this.isStopping) return;
      const startedAt = this.#now();
      await part.start?.();
      this.#started.push(part);
      this.options.report?.({ type: 'part-started', part: part.name, tookMs: this.#now() - startedAt });
    }
  }

  async #stopParts(reason: string): Promise<StopOutcome> {
    const endsAt = this.#now() + this.options.stopWithinMs;
    this.options.report?.({ type: 'stopping', reason });
    await this.#starting.catch(() => undefined);
    const failed: string[] = [];
    for (const part of this.#started.reverse()) {
      const startedAt = this.#now();
      try {
        await stopWithin(part, Math.max(minStopMs, endsAt - startedAt));
        this.options.report?.({ type: 'part-stopped', part: part.name, tookMs: this.#now() - startedAt });
      } catch (error) {
        failed.push(part.name);
        this.options.report?.({ type: 'part-stop-failed', part: part.name, error });
      }
    }
    return { failed };
  }

  #now(): number {
    return (this.options.clock ?? systemClock).now();
  }
}

async function stopWithin(part: LifecyclePart, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${part.name} did not stop within ${graceMs} ms and was left behind`));
    }, graceMs + stopOverrunMs);
  });
  try {
    await Promise.race([part.stop?.(graceMs), late]);
  } finally {
    clearTimeout(timer);
  }
}
