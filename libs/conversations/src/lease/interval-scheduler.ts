import { setTimeout as delay } from 'node:timers/promises';
import type { Scheduler } from '../application/ports.js';

/** The timers of this process. Intervals do not keep it alive. */
export const intervalScheduler: Scheduler = {
  every: (intervalMs, task) => {
    const timer = setInterval(() => void task(), intervalMs).unref();
    return () => clearInterval(timer);
  },
  wait: (ms) => delay(ms),
};
