import { DomainError } from '@svc/errors';

/**
 * The number of the version after `latest` (0: none yet).
 *
 * @param expected the number that the caller expects, or null for the next one.
 * @throws DomainError `conflict` when another number is next.
 */
export function nextVersionNumber(latest: number, expected: number | null): number {
  const next = latest + 1;
  if (expected === null || expected === next) return next;
  throw new DomainError('conflict', `The next version is ${next}, not ${expected}.`);
}
