import type { ModelError } from '@svc/engine';

/** Maximum requests to one model for one call: with a fifth of them failing, less than one turn in a hundred is lost. */
const maxTries = 4;

/** Before the second request, in ms; twice as long before each further one. */
const firstWaitMs = 200;

/** A longer wait is reported to the caller instead. */
const maxWaitMs = 5_000;

export interface Tried {
  /** Requests to this model, including the failed one. */
  readonly tries: number;
  readonly failure: ModelError;
  /** Whether a retry may fix it. */
  readonly passes: boolean;
  /** Time for requests, in ms. */
  readonly leftMs: number;
  readonly hasFallback: boolean;
}

/**
 * Wait before the same model is retried, in ms; null for no retry. A provider's own wait is respected. Otherwise the wait is
 * random, up to twice the minimum, so that calls that failed together spread out.
 * @param random at least 0 and less than 1
 */
export function waitBeforeRetry(
  { tries, failure: error, passes, leftMs, hasFallback }: Tried,
  random: number,
): number | null {
  if (!passes || tries >= maxTries) return null;
  const asked = error.retryAfterSeconds;
  const backoffMs = Math.round(firstWaitMs * 2 ** (tries - 1) * (1 + random));
  const waitMs = Math.max(backoffMs, (asked ?? 0) * 1_000);
  // A fallback that responds now is better than a model that will respond later.
  if (hasFallback && (asked !== undefined || error.kind === 'timeout' || tries > 1)) return null;
  return waitMs > maxWaitMs || waitMs > leftMs ? null : waitMs;
}
