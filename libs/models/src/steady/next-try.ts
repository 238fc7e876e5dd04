import type { ModelError, ModelErrorKind } from '@svc/engine';

/** Maximum requests to one model for one call. */
const maxTries = 3;

/** Before the second request, in ms; twice as long before the third. */
const firstWaitMs = 200;

/** A longer wait is reported to the caller instead. */
const maxWaitMs = 5_000;

/** Failures that a retry may fix. */
const passing: ReadonlySet<ModelErrorKind> = new Set<ModelErrorKind>([
  'timeout',
  'rate_limited',
  'unreachable',
  'unavailable',
  'bad_output',
]);

export interface Tried {
  /** Requests to this model, including the failed one. */
  readonly tries: number;
  readonly failure: ModelError;
  /** Since the first request to any model, in ms. */
  readonly elapsedMs: number;
  /** No request begins later than that. */
  readonly budgetMs: number;
  readonly hasFallback: boolean;
}

/**
 * Wait before the same model is retried, in ms; null for no retry. A provider's own wait is respected. Otherwise the wait is
 * random, up to twice the minimum, so that calls that failed together spread out.
 * @param random at least 0 and less than 1
 */
export function waitBeforeRetry(
  { tries, failure: error, elapsedMs, budgetMs, hasFallback }: Tried,
  random: number,
): number | null {
  if (!passing.has(error.kind) || tries >= maxTries) return null;
  const asked = error.retryAfterSeconds;
  const backoffMs = Math.round(firstWaitMs * 2 ** (tries - 1) * (1 + random));
  const waitMs = Math.max(backoffMs, (asked ?? 0) * 1_000);
  // A fallback that responds now is better than a model that will respond later.
  if (hasFallback && (asked !== undefined || tries > 1)) return null;
  return waitMs > maxWaitMs || elapsedMs + waitMs > budgetMs ? null : waitMs;
}
