const minWaitS = 5;
const maxWaitS = 20;

/** Beyond the longest request: what is left of a claim for its record, before another process may take it over. */
const recordWithinMs = 20_000;

/** A delivery to a destination whose secret does not open is tried again after this time. */
export const unreadableAgainAfterMs = 60_000;

/** No attempt that is to be made is put off for longer. */
export const maxPauseMs = Math.max(maxWaitS * 1_000, unreadableAgainAfterMs);

/**
 * How long to wait after an attempt that failed, in ms: exponential, between 5 and 20 s.
 * @param attemptsMade 1 or more: 5, 5, 5, 8 s …
 */
export function waitAfterMs(attemptsMade: number): number {
  return Math.min(Math.max(2 ** (attemptsMade - 1), minWaitS), maxWaitS) * 1_000;
}

/** How long after it was taken a claim counts as lost, in ms. @param requestTimeoutMs of one request, at most */
export function lostAfterMs(requestTimeoutMs: number): number {
  return requestTimeoutMs + recordWithinMs;
}
