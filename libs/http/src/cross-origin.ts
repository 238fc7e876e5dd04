import type { FastifyCorsOptions, OriginFunction } from '@fastify/cors';

export interface CrossOriginOptions {
  /** Origins whose pages may read answers, such as `https://app.example.com`; `*` for all. */
  readonly origins: readonly string[];
  /** Headers that their requests may carry, beside those that every page may send. */
  readonly requestHeaders: readonly string[];
}

/** How long a browser may keep the answer to a preflight request. */
const maxAgeSeconds = 600;
/** Beside those that every page may read. */
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
 * Options of `@fastify/cors`. Credentials stand in headers that pages set themselves, so cookies are never allowed. The
 * methods depend on the path: they are added where `OPTIONS` is answered.
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
