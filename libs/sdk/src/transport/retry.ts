import { ConfigurationError } from '../errors/client-errors.js';

export interface RetryOptions {
  /** Attempts in all, the first one among them. */
  readonly maxAttempts?: number;
  readonly baseDelayMs?: number;
  readonly maxDelayMs?: number;
}

export type RetryPolicy = Required<RetryOptions>;

/** How an attempt ended, where it may be worth another. */
export type FailedAttempt =
  | { readonly type: 'network' }
  | { readonly type: 'timeout' }
  | {
      readonly type: 'response';
      readonly status: number;
      /** From `Retry-After`; undefined where there is none. */
      readonly retryAfterMs: number | undefined;
    };

export const defaultRetryPolicy: RetryPolicy = { maxAttempts: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const transientStatuses: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/**
 * @param options what `retry` says
 * @param maxRetries attempts after the first one: wins over `maxAttempts`
 * @throws ConfigurationError for numbers that can't be meant
 */
export function retryPolicyOf(
  options: RetryOptions = {},
  maxRetries?: number,
  base: RetryPolicy = defaultRetryPolicy,
): RetryPolicy {
  const policy = { ...base, ...definedOnly(options) };
  if (maxRetries !== undefined) policy.maxAttempts = maxRetries + 1;
  if (!Number.isInteger(policy.maxAttempts) || policy.maxAttempts < 1)
    throw new ConfigurationError('retry.maxAttempts must be a whole number from 1, maxRetries one from 0.');
  if (!(policy.baseDelayMs >= 0) || !(policy.maxDelayMs >= 0))
    throw new ConfigurationError('retry.baseDelayMs and retry.maxDelayMs must not be negative.');
  return policy;
}

/** Whether another attempt may repeat what this one did: a table of method and failure, and nothing else. */
export function mayRepeat(method: string, failed: FailedAttempt): boolean {
  switch (failed.type) {
    case 'timeout':
      return false;
    case 'network':
      return repeatableMethods.has(method);
    case 'response':
      if (failed.status === 429)
        return readMethods.has(method) || (method === 'POST' && failed.retryAfterMs !== undefined);
      return transientStatuses.has(failed.status) && readMethods.has(method);
  }
}

/**
 * Exponential backoff with full jitter. A `Retry-After` is waited for in full, beyond the cap too.
 * @param attempt from 0
 * @param random from 0, below 1
 */
export function delayBefore(
  attempt: number,
  failed: FailedAttempt,
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  random: number,
): number {
  if (failed.type === 'response' && failed.retryAfterMs !== undefined) return failed.retryAfterMs;
  return random * Math.min(maxDelayMs, baseDelayMs * 2 ** attempt);
}

function definedOnly<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Options>;
}
