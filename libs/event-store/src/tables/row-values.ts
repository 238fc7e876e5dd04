import type { JsonValue } from '@svc/kernel';
import type { TableRow } from './sql-fragment.js';
import { hasPersonalValues, PersonalValue, type SealColumn } from '../events/personal-value.js';
import { isSame, type NamedColumn } from './named-column.js';

/** Turns rows of one table into values of its statements. What is personal stays unsealed until a key is there. */
export class RowValues<Source> {
  readonly #table: string;
  readonly #keys: readonly NamedColumn<Source>[];

  constructor(table: string, keys: readonly NamedColumn<Source>[]) {
    this.#table = table;
    this.#keys = keys;
  }

  parameters(columns: readonly NamedColumn<Source>[], source: Source): readonly unknown[] {
    return columns.map((named) => this.#value(named, source, 'toParameter'));
  }

  /** JSON text of all rows, as one value. */
  rows(columns: readonly NamedColumn<Source>[], sources: readonly Source[]): unknown {
    const rows = this.records(columns, sources);
    if (!rows.some((row) => hasPersonalValues(Object.values(row)))) return JSON.stringify(rows);
    return new PersonalValue((seal) => JSON.stringify(rows.map((row) => sealedRow(row, seal))));
  }

  /** Rows as JSON has them. */
  records(columns: readonly NamedColumn<Source>[], sources: readonly Source[]): readonly TableRow[] {
    return sources.map((source) =>
      Object.fromEntries(columns.map((named) => [named.sql, this.#value(named, source, 'toJson')])),
    );
  }

  #value({ column, sql }: NamedColumn<Source>, source: Source, form: 'toParameter' | 'toJson'): unknown {
    const value = column.of(source);
    if (!column.personal) return column[form](value);
    // NULL says both, so that a row made again from events without their words is as a cleared one.
    if (value === null || value === undefined || isSame(value, column.personal.erased)) return null;
    const place = { table: this.#table, primaryKey: this.#primaryKey(source), column: sql };
    return new PersonalValue((seal) => seal(place, value as JsonValue));
  }

  #primaryKey(source: Source): readonly (string | number)[] {
    return this.#keys.map(({ sql, column }) => {
      const value = column.of(source);
      if (typeof value === 'string' || typeof value === 'number') return value;
      throw new TypeError(`${this.#table}.${sql} names the place of sealed values: text or a number.`);
    });
  }
}

/** The row with what is personal in it sealed. */
export function sealedRow(row: TableRow, seal: SealColumn): TableRow {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof PersonalValue ? value.resolve(seal) : value,
  ]);
  return Object.fromEntries(entries) as TableRow;
}
