const leastWaitS = 5;
const mostWaitS = 20;

/**
 * How long to wait after an attempt that failed, in ms: exponential, between 5 and 20 s.
 * @param attemptsMade 1 or more: 5, 5, 5, 8 s …
 */
export function waitAfterMs(attemptsMade: number): number {
  return Math.min(Math.max(2 ** (attemptsMade - 1), leastWaitS), mostWaitS) * 1_000;
}
