import { parseRetryAfter } from './retry-after.js';

/** What a response says of the limits of its route; null where it says nothing. */
export interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly reset: Date | null;
  /** Seconds. */
  readonly retryAfter: number | null;
}

/** `X-RateLimit-*` and `Retry-After`; `X-RateLimit-Reset` is in seconds since the Unix epoch. */
export function parseRateLimitHeaders(headers: Headers, nowMs = Date.now()): RateLimit {
  const reset = wholeNumber(headers.get('x-ratelimit-reset'));
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), nowMs);
  return {
    limit: wholeNumber(headers.get('x-ratelimit-limit')),
    remaining: wholeNumber(headers.get('x-ratelimit-remaining')),
    reset: reset === null ? null : new Date(reset * 1_000),
    retryAfter: retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1_000),
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
