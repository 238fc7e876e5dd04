/**
 * Environment of systems under test: tests, loads and benches send far more requests as one user than the documented limits
 * allow.
 */
export const withoutRateLimits = {
  SVC_RATE_LIMITS: '{"*":1000000000}',
  SVC_FAILED_AUTHENTICATIONS: '1000000000',
} as const;

/** For readers of the figures of a load or benchmark. */
export const rateLimitsSentence = `Rate limits: ${Object.entries(withoutRateLimits)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ')}`;
