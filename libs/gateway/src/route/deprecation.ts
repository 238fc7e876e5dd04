import { StartupError } from '@svc/errors';

type Day = `${number}-${number}-${number}`;

/** When a route is to go; days are those of UTC, as `2026-12-01`. */
export interface Deprecation {
  /** From when on nobody should build on it. */
  readonly since: Day;
  /** From when on it may be gone: at least six months later. */
  readonly sunset: Day;
}

const minMonths = 6;

/**
 * What every answer of such a route says of it, refusals included: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
 * @throws StartupError for a sunset that comes too soon, or for what is no day.
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
