const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/**
 * A time in a zone, to the minute: `Sunday, 22 November 2026 at 15:07 (Europe/Berlin)`. Written out here, not by `Intl`: its
 * words change with the version of Node, and a replay would render another prompt.
 * @param atMs milliseconds since the Unix epoch
 * @param zone null means UTC
 */
export function localTime(
  atMs: number,
  zone: { readonly name: string; readonly utcOffsetMinutes: number } | null,
): string {
  const { name, utcOffsetMinutes } = zone ?? { name: 'UTC', utcOffsetMinutes: 0 };
  const local = new Date(atMs + utcOffsetMinutes * 60_000);
  const date = `${days[local.getUTCDay()]}, ${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
  const time = [local.getUTCHours(), local.getUTCMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${date} at ${time.join(':')} (${name})`;
}
