import type { CallFailure } from '@svc/engine';
import type { Timers } from '../timing/timers.js';

/** What the last probe or call told of a model's server; `unknown` before the first. */
export type Reachability = 'unknown' | 'reachable' | 'unreachable';

export interface ServerWatchOptions {
  readonly timers: Timers;
  /** @returns null when a connection came about, else why not */
  readonly probe: () => Promise<string | null>;
  /** When what is known changes; not for a server that is found reachable as it should be. */
  readonly onChange: (reachability: 'reachable' | 'unreachable', code: string) => void;
}

/** Between probes of a server that can't be reached, in ms: twice as long after each, up to the most. */
const firstWaitMs = 2_000;
const maxWaitMs = 60_000;

/** Failures behind which there was an answer. The others leave it open whether the server was reached. */
const answers: ReadonlySet<CallFailure> = new Set<CallFailure>([
  'rate_limited',
  'refused',
  'bad_output',
  'content_filtered',
  'context_overflow',
]);

/**
 * Whether one model's server can be reached: a probe tells at the start, calls after that. While it can't, probes go on, so
 * that what is known is no older than a minute also of a model that nobody asks.
 */
export class ServerWatch {
  #reachability: Reachability = 'unknown';
  #isWatching = false;
  #isProbing = false;
  #waitMs = firstWaitMs;
  #cancelWait: (() => void) | undefined;

  constructor(private readonly options: ServerWatchOptions) {}

  get reachability(): Reachability {
    return this.#reachability;
  }

  /** Probes in the background. */
  start(): void {
    this.#isWatching = true;
    void this.#probe();
  }

  /** No probe begins any more. */
  stop(): void {
    this.#isWatching = false;
    this.#cancelWait?.();
  }

  /** @param failure null when the model answered */
  called(failure: CallFailure | null): void {
    if (failure === 'unreachable') this.#found('unreachable', failure);
    else if (failure === null || answers.has(failure)) this.#found('reachable', '');
  }

  async #probe(): Promise<void> {
    this.#isProbing = true;
    const code = await this.options.probe();
    this.#isProbing = false;
    if (this.#isWatching) this.#found(code === null ? 'reachable' : 'unreachable', code ?? '');
  }

  #found(reachability: 'reachable' | 'unreachable', code: string): void {
    const before = this.#reachability;
    this.#reachability = reachability;
    if (reachability === 'reachable') {
      this.#cancelWait?.();
      this.#cancelWait = undefined;
      this.#waitMs = firstWaitMs;
    } else {
      this.#probeLater();
    }
    if (before !== reachability && !(before === 'unknown' && reachability === 'reachable'))
      this.options.onChange(reachability, code);
  }

  #probeLater(): void {
    if (!this.#isWatching || this.#isProbing || this.#cancelWait) return;
    this.#cancelWait = this.options.timers.after(this.#waitMs, () => {
      this.#cancelWait = undefined;
      void this.#probe();
    });
    this.#waitMs = Math.min(maxWaitMs, this.#waitMs * 2);
  }
}
