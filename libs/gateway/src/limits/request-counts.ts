import type { Clock } from '@svc/kernel';
import { windowSeconds, type RateLimitStore } from '@svc/rate-limits';
import type { Counter, Logger, Metrics } from '@svc/telemetry';

/** The pause after an outage of the store. Requests don't wait for it in that time. */
const leftAloneMs = 1_000;
const windowMs = windowSeconds * 1_000;

/** What is left of a limit in the current minute. */
export interface Budget {
  readonly limit: number;
  /** Including this request. */
  readonly used: number;
  readonly resetsAtMs: number;
}

/** Counts requests per minute of the clock while the store is available. */
export class RequestCounts {
  readonly #failures: Counter;
  #awayUntilMs = 0;

  constructor(
    private readonly store: RateLimitStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#failures = metrics.counter({
      name: 'rate_limit_uncounted_total',
      description:
        'Requests that no rate limit was applied to, or that were refused, since the store of the counts was away.',
    });
  }

  /** Counts one request. @returns undefined while the store is away. */
  async count(key: string, limit: number): Promise<Budget | undefined> {
    const nowMs = this.clock.now();
    const startsAtMs = nowMs - (nowMs % windowMs);
    const used = await this.#add(startsAtMs, key, 1, nowMs);
    return used === undefined ? undefined : { limit, used, resetsAtMs: startsAtMs + windowMs };
  }

  /** Removes a request that was counted in the window before this moment. */
  async takeBack(key: string, { resetsAtMs }: Budget): Promise<void> {
    await this.#add(resetsAtMs - windowMs, key, -1, this.clock.now());
  }

  async #add(startsAtMs: number, key: string, by: 1 | -1, nowMs: number): Promise<number | undefined> {
    if (nowMs < this.#awayUntilMs) return this.#uncounted(by);
    try {
      return await this.store.add({ startsAtMs, key }, by);
    } catch (error) {
      this.#awayUntilMs = nowMs + leftAloneMs;
      this.logger.warn('rate limits are not applied: the store of the counts is away', { error });
      return this.#uncounted(by);
    }
  }

  #uncounted(by: 1 | -1): undefined {
    if (by === 1) this.#failures.add(1);
  }
}
