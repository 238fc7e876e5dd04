import { StartupError } from '@svc/errors';

type Day = `${number}-${number}-${number}`;

/** When a route is deprecated and removed; UTC days such as `2026-12-01`. */
export interface Deprecation {
  /** From then on nobody should build on it. */
  readonly since: Day;
  /** From then on it may be gone: at least six months later. */
  readonly sunset: Day;
}

const minMonths = 6;

/**
 * The headers of every response of such a route, errors included: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
 * @throws StartupError for a sunset that is too soon, or an invalid day.
 */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  const [begins, ends] = [dayOf(since), dayOf(sunset)];
  const earliest = new Date(begins);
  earliest.setUTCMonth(earliest.getUTCMonth() + minMonths);
  if (ends < earliest)
    throw new StartupError(
      `A route deprecated since ${since} may not be gone on ${sunset}: it stays for ${minMonths} months.`,
    );
  return { deprecation: `@${begins.getTime() / 1_000}`, sunset: ends.toUTCString() };
}

function dayOf(day: Day): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new StartupError(`${day} is no day: write it as 2026-12-01.`);
  return date;
}
