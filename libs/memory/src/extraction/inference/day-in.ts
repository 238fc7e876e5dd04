const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const month = `(${months.join('|')})`;
const forms = [
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/, read: ([year, at, day]: readonly string[]) => [year, at, day] },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},? (\\d{4})\\b`, 'i'),
    read: ([day, name, year]: readonly string[]) => [year, monthOf(name), day],
  },
  {
    pattern: new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'),
    read: ([name, day, year]: readonly string[]) => [year, monthOf(name), day],
  },
] as const;

/** The first day that the text names with its year, as YYYY-MM-DD. */
export function dayIn(text: string): string | undefined {
  for (const { pattern, read } of forms) {
    const [, ...groups] = pattern.exec(text) ?? [];
    if (groups.length === 0) continue;
    const [year = '', at = '', day = ''] = read(groups);
    const written = `${year}-${at}-${day.padStart(2, '0')}`;
    const date = new Date(`${written}T00:00:00Z`);
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(written)) return written;
  }
  return undefined;
}

function monthOf(name = ''): string {
  return String(months.indexOf(name.toLowerCase()) + 1).padStart(2, '0');
}
