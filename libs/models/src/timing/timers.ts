import type { TurnTimers } from '@svc/engine';

/** Where time limits come from; injected, so that tests own the time. */
export interface Timers extends TurnTimers {
  /** Monotonic milliseconds, for durations. */
  now(): number;
}

export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};
