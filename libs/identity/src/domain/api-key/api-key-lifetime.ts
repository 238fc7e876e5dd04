import { FieldChecks } from '@svc/errors';

const dayMs = 86_400_000;
const shortestMs = dayMs;
const longestMs = 90 * dayMs;
/** Real ones are far shorter. */
const longestText = 64;

const number = String.raw`(\d+(?:[.,]\d+)?)`;
/** A duration of ISO 8601 in the format with time-unit designators. */
const duration = new RegExp(
  `^P(?=.)(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?(?:T(?=.)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
);
/** A year counts as 365 days and a month as 30, as in the libraries that clients write durations with. */
const unitsMs = [365 * dayMs, 30 * dayMs, 7 * dayMs, dayMs, 3_600_000, 60_000, 1_000];

/**
 * @param text an ISO 8601 duration of 1 to 90 days, bounds included.
 * @returns milliseconds.
 * @throws DomainError `validation_failed`.
 */
export function apiKeyLifetimeMs(text: string): number {
  const at = ['body', 'duration'];
  const parts = text.length > longestText ? undefined : duration.exec(text)?.slice(1);
  const checks = new FieldChecks();
  if (!parts) {
    checks.refuse(at, 'must be an ISO 8601 duration such as P30D', 'duration_parsing').verify();
    return 0;
  }
  const lifetimeMs = parts.reduce(
    (sum, part: string | undefined, index) =>
      sum + Number((part ?? '0').replace(',', '.')) * (unitsMs[index] ?? 0),
    0,
  );
  if (lifetimeMs < shortestMs || lifetimeMs > longestMs)
    checks.refuse(at, 'must be 1 to 90 days', 'value_error');
  checks.verify();
  return Math.floor(lifetimeMs);
}
