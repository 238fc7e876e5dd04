import type { Timers } from './conversation-socket.js';

/** They keep no process alive. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  after: (ms, work) => {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
};
