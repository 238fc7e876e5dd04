import type { ModelError, ModelErrorKind } from '@svc/engine';

/** How often one model is asked for the same. */
const maxTries = 3;

/** Before the second try, in ms, and twice as long before the third. */
const firstWaitMs = 200;

/** A longer wait is not waited for: who asked hears of it. */
const maxWaitMs = 5_000;

/** What asking again may help against. */
const passing: ReadonlySet<ModelErrorKind> = new Set<ModelErrorKind>([
  'timeout',
  'rate_limited',
  'unreachable',
  'unavailable',
  'bad_output',
]);

export interface Tried {
  /** Tries of this model, the failed one included. */
  readonly tries: number;
  readonly failure: ModelError;
  /** Since the first try of any model, in ms. */
  readonly elapsedMs: number;
  /** No try begins later than that. */
  readonly budgetMs: number;
  readonly hasFallback: boolean;
}

/**
 * How long to wait before the same model is asked again, in ms; null when it is not. The wait that a provider names is
 * kept; else it is up to twice as long as the shortest, at random, so that those who failed together don't return so.
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
  // A fallback that answers now is better than a model that will answer later.
  if (hasFallback && (asked !== undefined || tries > 1)) return null;
  return waitMs > maxWaitMs || elapsedMs + waitMs > budgetMs ? null : waitMs;
}
