import type { FastifyCorsOptions, OriginFunction } from '@fastify/cors';

export interface CrossOriginOptions {
  /** Origins of pages that may read responses, such as `https://app.example.com`; `*` for all. */
  readonly origins: readonly string[];
  /** Headers that their requests may carry, besides those that any page may send. */
  readonly requestHeaders: readonly string[];
}

/** How long a browser may cache a preflight response. */
const maxAgeSeconds = 600;
/** Besides those that any page may read. */
const exposedHeaders = [
  'retry-after',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'deprecation',
  'sunset',
];

/**
 * Options of `@fastify/cors`. Pages set credentials in headers themselves, so cookies are never allowed. The methods
 * depend on the path: they are added where `OPTIONS` is answered.
 */
export function corsOptions({ origins, requestHeaders }: CrossOriginOptions): FastifyCorsOptions {
  const allowed: OriginFunction = (origin = '', done) => done(null, origins.includes(origin) && origin);
  return {
    origin: origins.includes('*') ? '*' : allowed,
    allowedHeaders: [...requestHeaders],
    exposedHeaders,
    maxAge: maxAgeSeconds,
    strictPreflight: false,
    preflightContinue: true,
  };
}
