/** Bound of the cache. Users choose their zone, in any letter case. */
const maxFormatters = 200;

/** Null for an unknown zone. Creating a formatter costs a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();

/**
 * A time in the user's zone, to the minute: `Sunday, 22 November 2026 at 15:07 (Europe/Berlin)`.
 * @param atMs milliseconds since the Unix epoch
 * @param timezone an IANA name; UTC where it is null or unknown
 */
export function localTime(atMs: number, timezone: string | null): string {
  const local = timezone === null ? null : formatterOf(timezone);
  if (local !== null) return `${local.format(atMs)} (${timezone})`;
  return `${formatterOf('UTC')?.format(atMs)} (UTC)`;
}

function formatterOf(timezone: string): Intl.DateTimeFormat | null {
  // Only names: anything else that a formatter accepts could carry text of the user.
  if (!/^[A-Za-z][\w+/-]{0,60}$/.test(timezone)) return null;
  const kept = formatters.get(timezone);
  if (kept !== undefined) return kept;
  const made = makeFormatter(timezone);
  const [oldest] = formatters.keys();
  if (formatters.size >= maxFormatters && oldest !== undefined) formatters.delete(oldest);
  formatters.set(timezone, made);
  return made;
}

function makeFormatter(timezone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  } catch {
    return null;
  }
}
