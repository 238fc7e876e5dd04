import type { CallFailure } from '@svc/engine';

/** So many calls that fail one after the other show that a model can't be asked. */
const failuresToOpen = 6;

/** How long it is left alone then, in ms: twice as long after each probe that fails, up to the most. */
const firstRestMs = 2_000;
const maxRestMs = 60_000;

/**
 * Failures that say something about the model as a whole. What it refuses or withholds it has answered: one user's message
 * that is too long must not keep it from all others.
 */
const ofTheModel: ReadonlySet<CallFailure> = new Set<CallFailure>([
  'timeout',
  'rate_limited',
  'unreachable',
  'unavailable',
]);

export type CircuitState = 'closed' | 'open' | 'half-open';

/**
 * Keeps calls from a model that fails all the time: whoever asks hears at once that it does, and it gets room to recover.
 * After a rest one call goes through as a probe. Times are milliseconds of one clock that never runs backwards.
 */
export class Circuit {
  #failures = 0;
  #restMs = firstRestMs;
  #openUntilMs: number | null = null;
  #isProbing = false;

  state(nowMs: number): CircuitState {
    if (this.#openUntilMs === null) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half-open';
  }

  /** Whether the model may be asked. Who is let through tells how it went. */
  enter(nowMs: number): boolean {
    const state = this.state(nowMs);
    if (state === 'closed') return true;
    if (state === 'open' || this.#isProbing) return false;
    this.#isProbing = true;
    return true;
  }

  /** Until the model may be asked again, in ms. */
  restMs(nowMs: number): number {
    return this.#openUntilMs === null ? 0 : Math.max(0, this.#openUntilMs - nowMs);
  }

  /**
   * @param failure null when the model answered
   * @param enteredAtMs when the call was let through
   */
  leave(failure: CallFailure | null, nowMs: number, enteredAtMs: number): void {
    if (failure !== null && (failure === 'cancelled' || ofTheModel.has(failure))) {
      this.#left(failure, nowMs, enteredAtMs);
      return;
    }
    this.#isProbing = false;
    this.#failures = 0;
    this.#restMs = firstRestMs;
    this.#openUntilMs = null;
  }

  #left(failure: CallFailure, nowMs: number, enteredAtMs: number): void {
    if (this.#openUntilMs !== null) {
      // Many calls are under way when it opens. How they end is known by then: what the probe finds is news.
      if (enteredAtMs < this.#openUntilMs) return;
      this.#isProbing = false;
      if (failure === 'cancelled') return;
      this.#restMs = Math.min(maxRestMs, this.#restMs * 2);
    } else {
      if (failure === 'cancelled') return;
      this.#failures += 1;
      if (this.#failures < failuresToOpen) return;
    }
    this.#openUntilMs = nowMs + this.#restMs;
  }
}
