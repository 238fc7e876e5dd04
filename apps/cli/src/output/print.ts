/** A column of a table: a field of the items, and what stands above it. */
export type Column = readonly [field: string, heading: string];

/** A list is a table, anything else a line for each field. */
export function printed(value: object, columns?: readonly Column[]): string {
  if (Array.isArray(value)) return table(value as readonly object[], columns);
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  const width = Math.max(...entries.map(([name]) => name.length), 0);
  return entries.map(([name, field]) => `${plain(name).padEnd(width)}  ${plain(field)}\n`).join('');
}

function table(items: readonly object[], columns: readonly Column[] = columnsOf(items)): string {
  if (items.length === 0) return 'None.\n';
  const rows = items.map((item) => columns.map(([field]) => plain((item as Record<string, unknown>)[field])));
  const widths = columns.map(([, heading], place) =>
    Math.max(heading.length, ...rows.map((row) => row[place]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd();
  return [columns.map(([, heading]) => heading), ...rows].map((cells) => `${line(cells)}\n`).join('');
}

const columnsOf = (items: readonly object[]): readonly Column[] =>
  Object.keys(items[0] ?? {}).map((name) => [name, plain(name).toUpperCase()] as const);

/** On one line, and without what would move the cursor of a terminal: much of it was written by somebody else. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return withoutControls(text).replaceAll(/\s+/g, ' ');
}

/** As `plain`, but with its lines. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** JSON itself escapes the controls below a space alone; the others move the cursor of a terminal too, or turn its text. */
export function asJson(value: unknown, indent = 2): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    escaped,
  );
}
