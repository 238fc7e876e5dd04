import { FieldChecks, pageOf, type RequestedPage } from '@svc/errors';

const limits = { minimum: 0, maximum: 100 };

/** @throws DomainError `validation_failed` when it is out of bounds. */
export function requirePage(page: RequestedPage | undefined): RequestedPage {
  const checks = new FieldChecks();
  const requested = pageOf(page, limits, checks);
  checks.verify();
  return requested;
}
