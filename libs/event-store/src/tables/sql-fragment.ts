/**
 * A statement that runs inside another one, as a common table expression. Its placeholders are numbered from `$1` on
 * its own. The text is part of a prepared statement: what varies goes into `values`, lists into arrays (`unnest`).
 */
export interface SqlFragment {
  /** Name of the table expression: `lease`, `user_by_email`. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** What it does to the rows of a declared table, where one has made it and it adds or removes whole rows. */
  readonly change?: RowChange;
}

/** For rebuilds, which write the rows of many streams at once. */
export interface RowChange {
  /** With its schema. */
  readonly table: string;
  /** Rows that it adds, by the names of their columns in SQL. Personal values in them are `Unsealed`. */
  readonly added: () => readonly TableRow[];
}

/** A row as JSON has it, from which Postgres makes one of the table. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Strings, quoted identifiers, dollar quotes and comments are matched first, so that a `$1` inside them stays. */
const tokens =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\d+)/g;

/** The text with each placeholder raised by `offset`. */
export function renumberPlaceholders(text: string, offset: number): string {
  return text.replace(tokens, (token, _tag: string | undefined, number: string | undefined) =>
    number === undefined ? token : `$${Number(number) + offset}`,
  );
}

/** Table expressions of one statement need names of their own: a repeated name gets a number. */
export function distinctNames(fragments: readonly SqlFragment[]): readonly string[] {
  const seen = new Map<string, number>();
  return fragments.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}
