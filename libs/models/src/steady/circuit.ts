import { isOutage, type CallFailure } from '@svc/engine';

/** Consecutive failures that open the circuit. */
const failuresToOpen = 6;

/** How long it stays open, in ms: doubles after each failed probe, up to the maximum. */
const firstRestMs = 2_000;
const maxRestMs = 60_000;

export type CircuitState = 'closed' | 'open' | 'half-open';

/**
 * Circuit breaker of one model: while it is open, calls fail at once, and the model can recover. After a rest one call is let
 * through as a probe. Times are milliseconds of one monotonic clock.
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

  /** Whether the model may be called. A caller that is let through must report its outcome. */
  enter(nowMs: number): boolean {
    const state = this.state(nowMs);
    if (state === 'closed') return true;
    if (state === 'open' || this.#isProbing) return false;
    this.#isProbing = true;
    return true;
  }

  /** Time until the model may be called again, in ms. */
  restMs(nowMs: number): number {
    return this.#openUntilMs === null ? 0 : Math.max(0, this.#openUntilMs - nowMs);
  }

  /**
   * Only outages open it: a refused or withheld response is one of a single request, and one user's too long message must not
   * block all others.
   * @param failure null when the model responded
   * @param enteredAtMs when the call was let through
   */
  leave(failure: CallFailure | null, nowMs: number, enteredAtMs: number): void {
    if (failure !== null && (failure === 'cancelled' || isOutage(failure))) {
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
      // Many calls are in progress when it opens. Their failures say nothing new; the probe's outcome does.
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
