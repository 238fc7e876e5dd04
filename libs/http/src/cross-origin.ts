import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CrossOriginOptions {
  /** Origins whose pages may read answers, such as `https://app.example.com`; `*` for all. */
  readonly origins: readonly string[];
  /** Headers that their requests may carry, beside those that every page may send. */
  readonly requestHeaders: readonly string[];
}

/** How long a browser may go without asking again, in seconds. */
const keptSeconds = 600;
/** Beside those that every page may read. */
const answerHeaders = [
  'retry-after',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'deprecation',
  'sunset',
].join(', ');

/**
 * Tells browsers which pages may use the API (the CORS protocol of the Fetch standard). Credentials stand in headers that pages
 * set themselves: cookies are never sent along.
 */
export class CrossOrigin {
  private readonly origins: ReadonlySet<string>;
  private readonly requestHeaders: string;

  constructor({ origins, requestHeaders }: CrossOriginOptions) {
    this.origins = new Set(origins);
    this.requestHeaders = requestHeaders.join(', ');
  }

  /** To be called for every request: errors too must be readable. */
  mark({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
    if (this.origins.has('*')) {
      void reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': answerHeaders,
      });
      return;
    }
    // Caches must not show one page what was answered to another.
    void reply.header('vary', 'Origin');
    if (origin === undefined || !this.origins.has(origin)) return;
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': answerHeaders,
    });
  }

  /** For a question of a browser about a path that is served with these methods. */
  answerPreflight({ headers }: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void {
    const isPreflight = headers['access-control-request-method'] !== undefined;
    if (!isPreflight || !reply.hasHeader('access-control-allow-origin')) return;
    void reply.headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': this.requestHeaders,
      'access-control-max-age': String(keptSeconds),
    });
  }
}
