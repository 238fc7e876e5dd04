import type { Timers } from './timers.js';

/**
 * Resolves after this many ms.
 * @throws the reason of `signal` as soon as it is aborted
 */
export function pause(milliseconds: number, timers: Timers, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(milliseconds, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
