import { FieldChecks } from '@svc/errors';
import { checkedDuration } from '../duration.js';

const dayMs = 86_400_000;
const rule = {
  minMs: dayMs,
  maxMs: 90 * dayMs,
  rule: 'must be 1 to 90 days',
  example: 'P30D',
} as const;

/**
 * @param text an ISO 8601 duration of 1 to 90 days, bounds included.
 * @returns milliseconds.
 * @throws DomainError `validation_failed`.
 */
export function apiKeyLifetimeMs(text: string): number {
  const checks = new FieldChecks();
  const lifetimeMs = checkedDuration(checks, text, rule);
  checks.verify();
  return lifetimeMs;
}
