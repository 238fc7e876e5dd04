/**
 * A moment as its user reads it off the wall, to the minute: `Sunday, 22 November 2026 at 15:07 (Europe/Berlin)`.
 * @param atMs milliseconds since the Unix epoch
 * @param timezone an IANA name; UTC where none is known, or none of that name
 */
export function localTime(atMs: number, timezone: string | null): string {
  const zone = isTimezone(timezone) ? timezone : 'UTC';
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
  return `${time.format(atMs)} (${zone})`;
}

function isTimezone(name: string | null): name is string {
  // Names only: what else a formatter would take could hold words of the user.
  if (name === null || !/^[A-Za-z][\w+/-]{0,60}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
