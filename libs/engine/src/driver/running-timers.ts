import type { TimerFact } from '../protocol/turn-fact.js';

/** Where delays come from; injected, so that tests own the time. */
export interface TurnTimers {
  /** Runs `run` once after this many ms, unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The active timers of one turn. */
export class RunningTimers {
  readonly #cancels = new Map<string, () => void>();
  #fired: readonly TimerFact[] = [];
  #waiting: PromiseWithResolvers<void> | null = null;
  readonly #wake = () => {
    this.#waiting?.resolve();
    this.#waiting = null;
  };

  /** @param signal is aborted when nobody waits for the turn */
  constructor(
    readonly timers: TurnTimers,
    readonly signal: AbortSignal,
  ) {}

  /** Whether a timer is set, or has fired and was not taken yet. */
  get areSet(): boolean {
    return this.#cancels.size > 0 || this.#fired.length > 0;
  }

  set(id: string, afterMs: number): void {
    this.signal.addEventListener('abort', this.#wake, { once: true });
    const cancel = this.timers.after(afterMs, () => {
      this.#cancels.delete(id);
      this.#fired = [...this.#fired, { type: 'timer-fired', id }];
      this.#wake();
    });
    this.#cancels.set(id, cancel);
  }

  cancel(id: string): void {
    this.#cancels.get(id)?.();
    this.#cancels.delete(id);
    this.#fired = this.#fired.filter((fact) => fact.id !== id);
  }

  cancelAll(): void {
    for (const id of [...this.#cancels.keys()]) this.cancel(id);
    this.signal.removeEventListener('abort', this.#wake);
  }

  /** Timers that have fired since the last call. */
  take(): readonly TimerFact[] {
    const fired = this.#fired;
    this.#fired = [];
    return fired;
  }

  /** Resolves once a timer has fired, or nobody waits for the turn. */
  fired(): Promise<void> {
    if (this.#fired.length > 0 || this.signal.aborted) return Promise.resolve();
    this.#waiting ??= Promise.withResolvers<void>();
    return this.#waiting.promise;
  }
}
