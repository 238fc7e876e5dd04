import type { Clock } from '@svc/kernel';
import type { Timers } from './conversation-socket.js';

/** They keep no process alive. */
export function systemTimers(clock: Clock): Timers {
  return {
    now: () => clock.now(),
    every: (ms, work) => {
      const timer = setInterval(work, ms).unref();
      return () => clearInterval(timer);
    },
    after: (ms, work) => {
      const timer = setTimeout(work, ms).unref();
      return () => clearTimeout(timer);
    },
  };
}
