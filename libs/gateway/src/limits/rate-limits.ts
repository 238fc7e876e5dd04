import { createHash } from 'node:crypto';
import { DomainError } from '@svc/errors';
import { whenOver } from '@svc/http';
import type { Clock } from '@svc/kernel';
import type { Counter, Metrics } from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerKey, type AuthenticatedRequest } from './caller-key.js';
import type { Route } from '../route/route.js';
import { clientAddress } from './client-address.js';
import { overrideFor, type LimitOverrides } from './limit-overrides.js';
import type { Budget, RequestCounts } from './request-counts.js';

/**
 * Requests per minute from one address without sign-in, to a public route that declares no limit. These routes only
 * read.
 */
const publicRequestsPerAddress = 600;
/** The same from one signed-in caller. */
const publicRequestsPerCaller = 100;

type CountedFor = 'caller' | 'presented_identity' | 'address' | 'failed_authentication';

export interface RateLimitSettings {
  readonly overrides: LimitOverrides;
  /** Requests per minute of one address with a rejected credential. */
  readonly failedAuthentications: number;
}

/** What is limited as requests to a route are, under its name. */
export type LimitedUse = Pick<Route, 'method' | 'path'> & { readonly perMinute: number };

/** Applies the limits of routes to the caller: the user of the token, or the address if nobody is signed in. */
export class RateLimits {
  readonly #refused: Counter;

  constructor(
    private readonly counts: RequestCounts,
    private readonly settings: RateLimitSettings,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.#refused = metrics.counter({
      name: 'http_requests_rate_limited_total',
      description: 'Requests that were one too many in their minute, by whom they were counted for.',
    });
  }

  /**
   * For a request that may be served, or that lacks a permission.
   * @throws DomainError `rate_limited`; `service_unavailable` for a public write that can't be counted.
   */
  async countRequest(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isPublicWrite = callerKey(request) === undefined && route.method !== 'GET';
    if (isPublicWrite) await this.#countAttempt(route, request, reply);
    const limit = this.#limitOf(route, request);
    const [countedFor, who] = subjectOf(route, request);
    const budget = await this.counts.count(`${route.method} ${route.path} ${who}`, limit);
    if (!budget) {
      if (isPublicWrite) throw uncountable();
      return;
    }
    if (route.surface === 'platform') void reply.headers(budgetHeaders(budget));
    this.#refuseBeyond(budget, countedFor);
    if (!route.isByLink) return;
    const ofLink = await this.counts.count(`${route.method} ${route.path} ${linkOf(request)}`, limit);
    if (ofLink) this.#refuseBeyond(ofLink, 'presented_identity');
  }

  /**
   * For what a signed-in caller does over a socket.
   * @throws DomainError `rate_limited`.
   */
  async countUse(use: LimitedUse, request: AuthenticatedRequest): Promise<void> {
    const limit = overrideFor(use, this.settings.overrides) ?? use.perMinute;
    const who = callerKey(request) ?? 'nobody';
    const budget = await this.counts.count(`${use.method} ${use.path} user ${who}`, limit);
    if (budget) this.#refuseBeyond(budget, 'caller');
  }

  /** For a request with a rejected credential. @throws DomainError `rate_limited` in place of that error. */
  async countFailedAuthentication(request: Pick<FastifyRequest, 'ip' | 'raw'>): Promise<void> {
    const budget = await this.counts.count(failuresOf(request), this.settings.failedAuthentications);
    if (budget) this.#refuseBeyond(budget, 'failed_authentication');
  }

  /**
   * A sign-in counts as failed until it succeeds, so concurrent attempts can't exceed the limit. A client that hangs up
   * before the response has not succeeded, although the status is still the default 200.
   */
  async #countAttempt({ isByLink }: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = failuresOf(request);
    const budget = await this.counts.count(key, this.settings.failedAuthentications);
    if (!budget) throw uncountable();
    whenOver(reply, () => {
      const { statusCode, headersSent } = reply.raw;
      // Whoever fills in a form makes mistakes that say nothing of its link.
      const isFailure = isByLink ? statusCode === 401 : statusCode >= 400 && statusCode < 500;
      if (headersSent && !isFailure) void this.counts.takeBack(key, budget);
    });
    this.#refuseBeyond(budget, 'failed_authentication');
  }

  #limitOf(route: Route, request: FastifyRequest): number {
    const limit = overrideFor(route, this.settings.overrides) ?? route.perMinute;
    return limit ?? (callerKey(request) === undefined ? publicRequestsPerAddress : publicRequestsPerCaller);
  }

  #refuseBeyond({ limit, used, resetsAtMs }: Budget, countedFor: CountedFor): void {
    if (used <= limit) return;
    this.#refused.add(1, { counted_for: countedFor });
    const retryAfterSeconds = Math.max(1, Math.ceil((resetsAtMs - this.clock.now()) / 1_000));
    throw new DomainError(
      'rate_limited',
      `Too many requests: at most ${limit} a minute. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    );
  }
}

function subjectOf({ countedBy }: Route, request: FastifyRequest): readonly [CountedFor, string] {
  const { headers, params } = request;
  const context = callerKey(request);
  // Ids hold no slash. The organization is the token's: a user has one limit wherever they act.
  if (context !== undefined) return ['caller', `user ${context}`];
  if (!countedBy) return ['address', `address ${clientAddress(request)}`];
  // The headers hold secrets, which only their owner knows. So nobody can use up another caller's limit.
  const presented = [params, ...countedBy.map((name) => headers[name] ?? '')];
  const digest = createHash('sha256').update(JSON.stringify(presented)).digest('base64url');
  return ['presented_identity', `presented ${digest}`];
}

/** Its token is a secret: only its hash is counted. */
function linkOf({ params }: FastifyRequest): string {
  const { token = '' } = params as { readonly token?: string };
  return `link ${createHash('sha256').update(token).digest('base64url')}`;
}

function failuresOf(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  return `failed authentication ${clientAddress(request)}`;
}

/** Only the Platform interface has these headers; clients of the Classic one don't know them. */
function budgetHeaders({ limit, used, resetsAtMs }: Budget): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    // A whole number: windows end on the minute.
    'x-ratelimit-reset': String(resetsAtMs / 1_000),
  };
}

function uncountable(): DomainError {
  return new DomainError(
    'service_unavailable',
    'Requests without sign-in that change something can not be counted at the moment. Try again shortly.',
    { retryAfterSeconds: 1 },
  );
}
