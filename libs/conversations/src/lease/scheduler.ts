import { setTimeout as delay } from 'node:timers/promises';

export const SCHEDULER = Symbol('SCHEDULER');

/** The timers of a process. Tests run the tasks themselves and do not wait. */
export interface Scheduler {
  /** `task` never rejects. @returns a function that stops it */
  every(intervalMs: number, task: () => Promise<void>): () => void;
  wait(ms: number): Promise<void>;
  /** Runs once. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void;
}

/** The timers of this process. Intervals do not keep it running. */
export const intervalScheduler: Scheduler = {
  every: (intervalMs, task) => {
    const timer = setInterval(() => void task(), intervalMs).unref();
    return () => clearInterval(timer);
  },
  wait: (ms) => delay(ms),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
