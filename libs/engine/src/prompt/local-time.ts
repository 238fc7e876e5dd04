/** Zones whose formatters are kept. People choose theirs, in any case of its letters, so the number is bounded. */
const maxFormatters = 200;

/** Null where there is no zone of that name. To make a formatter costs a hundred times what it costs to use it. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();

/**
 * A moment as its user reads it off the wall, to the minute: `Sunday, 22 November 2026 at 15:07 (Europe/Berlin)`.
 * @param atMs milliseconds since the Unix epoch
 * @param timezone an IANA name; UTC where none is known, or none of that name
 */
export function localTime(atMs: number, timezone: string | null): string {
  const local = timezone === null ? null : formatterOf(timezone);
  if (local !== null) return `${local.format(atMs)} (${timezone})`;
  return `${formatterOf('UTC')?.format(atMs)} (UTC)`;
}

function formatterOf(timezone: string): Intl.DateTimeFormat | null {
  // Names only: what else a formatter would take could hold words of the user.
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
