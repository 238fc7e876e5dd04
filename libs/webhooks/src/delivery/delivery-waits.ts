const minWaitS = 5;
const maxWaitS = 20;

/** After the longest request: the time to record the outcome before another process may take over the claim. */
const recordWithinMs = 20_000;

/** The wait before a delivery is tried again when its destination's secret does not open. */
export const unreadableAgainAfterMs = 60_000;

/** The longest pause before any attempt. */
export const maxPauseMs = Math.max(maxWaitS * 1_000, unreadableAgainAfterMs);

/**
 * How long to wait after a failed attempt, in ms: exponential, between 5 and 20 s.
 * @param attemptsMade 1 or more: 5, 5, 5, 8 s …
 */
export function waitAfterMs(attemptsMade: number): number {
  return Math.min(Math.max(2 ** (attemptsMade - 1), minWaitS), maxWaitS) * 1_000;
}

/** How long after its start a claim counts as lost, in ms. @param requestTimeoutMs the timeout of one request */
export function lostAfterMs(requestTimeoutMs: number): number {
  return requestTimeoutMs + recordWithinMs;
}
