import type { FieldChecks } from '@svc/errors';

/** Real ones are far shorter. */
const maxText = 64;

const number = String.raw`(\d+(?:[.,]\d+)?)`;
/** A duration of ISO 8601 in the format with time-unit designators. */
const duration = new RegExp(
  `^P(?=.)(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?(?:T(?=.)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
);
/** A year is 365 days and a month 30, as in the libraries that clients write durations with. */
const unitsMs = [365 * 86_400_000, 30 * 86_400_000, 7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** The bounds of a duration, both included. */
export interface DurationRule {
  readonly minMs: number;
  readonly maxMs: number;
  /** The bounds in words: `must be …`. */
  readonly rule: string;
  /** One that is allowed. */
  readonly example: string;
}

/**
 * Reads `duration` of a request's body, an ISO 8601 duration.
 * @returns milliseconds; zero when a check failed.
 */
export function checkedDuration(
  checks: FieldChecks,
  text: string,
  { minMs, maxMs, rule, example }: DurationRule,
): number {
  const at = ['body', 'duration'];
  const parts = text.length > maxText ? undefined : duration.exec(text)?.slice(1);
  if (!parts) {
    checks.refuse(at, `must be an ISO 8601 duration such as ${example}`, 'duration_parsing');
    return 0;
  }
  const lengthMs = parts.reduce(
    (sum, part: string | undefined, index) =>
      sum + Number((part ?? '0').replace(',', '.')) * (unitsMs[index] ?? 0),
    0,
  );
  if (lengthMs >= minMs && lengthMs <= maxMs) return Math.floor(lengthMs);
  checks.refuse(at, rule, 'value_error');
  return 0;
}
