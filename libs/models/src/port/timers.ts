/** Where time limits come from; injected, so that tests own the time. */
export interface Timers {
  /** Runs once after so many ms unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
  /** Milliseconds since some moment, never running backwards: for durations. */
  now(): number;
}

export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};
