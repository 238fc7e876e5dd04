/** Bound of the cache. Users choose their zone, in any letter case. */
const maxFormatters = 200;

/** Null for an unknown zone. Creating a formatter costs a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();

/**
 * How far a zone is ahead of UTC at a time. Zones change their rules, so the result is a fact of the turn.
 * @param atMs milliseconds since the Unix epoch
 * @param timezone an IANA name
 * @returns undefined for an unknown zone
 */
export function utcOffsetMinutes(atMs: number, timezone: string): number | undefined {
  const parts = formatterOf(timezone)?.formatToParts(atMs) ?? [];
  const { value = '' } = parts.find(({ type }) => type === 'timeZoneName') ?? {};
  const offset = /^GMT(?:([+-])(\d\d):(\d\d)(?::\d\d)?)?$/.exec(value);
  if (offset === null) return undefined;
  const [, sign = '+', hours = '0', minutes = '0'] = offset;
  const ahead = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -ahead : ahead;
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
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}
