import type { Column, PersonalColumn } from './column.js';

export type Columns<Source> = Readonly<
  Record<string, Column<Source, unknown> | PersonalColumn<Source, unknown>>
>;

/** A column under the names that it has in rows and in SQL. */
export interface NamedColumn<Source> {
  readonly key: string;
  readonly sql: string;
  readonly column: Columns<Source>[string];
}

export function named<Source>(columns: Columns<Source>): readonly NamedColumn<Source>[] {
  return Object.entries(columns).map(([key, column]) => ({ key, sql: column.nameOf(key), column }));
}

export function hasChanged<Source>({ column }: NamedColumn<Source>, before: Source, after: Source): boolean {
  return !isSame(column.of(before), column.of(after));
}

/** Lists and objects are compared by what they hold. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
