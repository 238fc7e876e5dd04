import type { CallFailure } from '@svc/engine';
import type { Timers } from '../timing/timers.js';

/** Result of the last probe or call to a model's server; `unknown` before the first. */
export type Reachability = 'unknown' | 'reachable' | 'unreachable';

export interface ServerWatchOptions {
  readonly timers: Timers;
  /** @returns null when it could connect, else the reason */
  readonly probe: () => Promise<string | null>;
  /** Called on changes, except when a server is first found reachable. */
  readonly onChange: (reachability: 'reachable' | 'unreachable', code: string) => void;
}

/** Between probes of an unreachable server, in ms: doubles after each, up to the maximum. */
const firstWaitMs = 2_000;
const maxWaitMs = 60_000;

/** Failures that imply a response. Others don't tell whether the server was reached. */
const answers: ReadonlySet<CallFailure> = new Set<CallFailure>([
  'rate_limited',
  'refused',
  'bad_output',
  'content_filtered',
  'context_overflow',
]);

/**
 * Whether one model's server can be reached: by a probe at the start, then by calls. While it can't, probes continue, so that
 * the state of an unused model is at most a minute old.
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

  /** No further probe begins. */
  stop(): void {
    this.#isWatching = false;
    this.#cancelWait?.();
  }

  /** @param failure null when the model responded */
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
