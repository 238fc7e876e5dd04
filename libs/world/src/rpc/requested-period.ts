import type { RequestedPeriod as RequestedPeriodProto } from '@svc/contracts/world';
import { FieldChecks } from '@svc/errors';
import { isDay, type RequestedPeriod } from '../domain/activity/period.js';

/** @throws DomainError `validation_failed` */
export function requestedPeriodOf(period: RequestedPeriodProto | undefined): RequestedPeriod {
  const { days = 0, from = null, to = null } = period ?? {};
  const checks = new FieldChecks();
  if (days < 1 || days > 90) checks.refuse(['query', 'days'], 'must be 1 to 90', 'value_error');
  checkDays(checks, { from, to });
  checks.verify();
  return { days, from, to };
}

export function checkDays(
  checks: FieldChecks,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): void {
  for (const [name, day] of [['date_from', from] as const, ['date_to', to] as const])
    if (day !== null && !isDay(day))
      checks.refuse(['query', name], 'must be a day: YYYY-MM-DD, from 1970 on', 'value_error');
}
