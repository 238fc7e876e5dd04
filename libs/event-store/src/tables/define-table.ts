import type { SqlFragment } from '../append/sql-fragment.js';
import type { Column } from './column.js';
import type { Table, TableOwner } from './table.js';

type Columns<Source> = Readonly<Record<string, Column<Source, unknown>>>;

export interface TableDefinition<Source> {
  /** The primary key. */
  readonly key: Columns<Source>;
  /** Columns that keep their first value: an update leaves them out. */
  readonly fixed?: Columns<Source>;
  readonly columns?: Columns<Source>;
  /** Default: the first two columns of the key. */
  readonly owner?: TableOwner;
}

type ReadOf<Group> = {
  readonly [
    Name in keyof Group as Group[Name] extends { readonly isListed: false } ? never : Name
  ]: Group[Name] extends { readonly read?: infer Read } ? Exclude<Read, undefined> : never;
};
type GroupOf<Definition, Name extends string> =
  Definition extends Readonly<Record<Name, infer Group>> ? Group : unknown;

/** A row as `selection` reads it: keyed as the columns are declared. */
export type RowOf<Definition> = ReadOf<GroupOf<Definition, 'key'>> &
  ReadOf<GroupOf<Definition, 'fixed'>> &
  ReadOf<GroupOf<Definition, 'columns'>>;

/** Fragments of an append that write a declared table, and the list of what is read from it. */
export interface DeclaredTable<Source, Row> extends Table {
  insert(source: Source): SqlFragment;
  /** One fragment for any number of rows, none for no row. */
  insertAll(sources: readonly Source[]): readonly SqlFragment[];
  /** Of the row with the key of `source`. @throws TypeError for a table without columns that change. */
  update(source: Source): SqlFragment;
  remove(source: Source): SqlFragment;
  /** What turns the row of `before` into that of `after`; null: there is no row. Both have the same key. */
  sync(before: Source | null, after: Source | null): readonly SqlFragment[];
  /** `s.name AS "name", …`: all columns but unlisted ones, of the table under this alias. */
  selection(alias: string): string;
  /** For the compiler alone; never set. */
  readonly row?: Row;
}

/** What `selection` of the table reads. */
export type ListedRow<Declared extends Table> = Declared extends { readonly row?: infer Row }
  ? Exclude<Row, undefined>
  : never;

/**
 * Declares the table of a read model once; the statements that write it and the list of what is read follow.
 * The table itself is made by a migration.
 *
 *     const serviceTable = defineTable<StoredService>()('agents.service', {
 *       key: { tenantId: unlisted(column((s) => s.tenantId)), serviceId: column((s) => s.serviceId) },
 *       columns: { name: column((s) => s.name) },
 *     });
 */
export function defineTable<Source>() {
  return <const Definition extends TableDefinition<Source>>(
    name: string,
    definition: Definition,
  ): DeclaredTable<Source, RowOf<Definition>> => declare(name, definition);
}

interface NamedColumn<Source> {
  readonly key: string;
  readonly sql: string;
  readonly column: Column<Source, unknown>;
}

function declare<Source, Row>(
  name: string,
  { key, fixed = {}, columns = {}, owner }: TableDefinition<Source>,
): DeclaredTable<Source, Row> {
  const keys = named(key);
  const changing = named(columns);
  const all = [...keys, ...named(fixed), ...changing];
  const [tenantColumn, idColumn] = keys;
  const [, table = name] = name.split('.');
  const list = all.map(({ sql }) => sql).join(', ');
  const hasKey = keys.map(({ sql }, index) => `${sql} = $${index + 1}`).join(' AND ');
  const changes = changing.map(({ sql }, index) => `${sql} = $${keys.length + index + 1}`).join(', ');
  const places = all.map((_column, index) => `$${index + 1}`).join(', ');

  // The very same texts each time: statements are found by them.
  const texts = {
    insert: `INSERT INTO ${name} (${list}) VALUES (${places})`,
    insertAll: `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`,
    update: `UPDATE ${name} SET ${changes} WHERE ${hasKey}`,
    remove: `DELETE FROM ${name} WHERE ${hasKey}`,
  };
  const row = `${table}_row`;

  const insert = (source: Source): SqlFragment => ({
    name: row,
    text: texts.insert,
    values: parameters(all, source),
  });
  const insertAll = (sources: readonly Source[]): readonly SqlFragment[] => {
    if (sources.length === 0) return [];
    const json = JSON.stringify(sources.map((source) => jsonRow(all, source)));
    return [{ name: `${table}_rows`, text: texts.insertAll, values: [json] }];
  };
  const update = (source: Source): SqlFragment => {
    if (changing.length === 0) throw new TypeError(`No column of ${name} changes.`);
    const values = [...parameters(keys, source), ...parameters(changing, source)];
    return { name: row, text: texts.update, values };
  };
  const remove = (source: Source): SqlFragment => ({
    name: row,
    text: texts.remove,
    values: parameters(keys, source),
  });
  return {
    name,
    owner: owner ?? { tenant: tenantColumn?.sql ?? '', id: idColumn?.sql ?? '' },
    insert,
    insertAll,
    update,
    remove,
    sync(before, after) {
      if (after === null) return before === null ? [] : [remove(before)];
      if (before === null) return [insert(after)];
      return changing.some(({ column }) => !isSame(column.of(before), column.of(after)))
        ? [update(after)]
        : [];
    },
    selection: (alias) =>
      all
        .filter(({ column }) => column.isListed)
        .map(({ key: field, sql, column }) => `${column.select(`${alias}.${sql}`)} AS "${field}"`)
        .join(', '),
  };
}

function named<Source>(columns: Columns<Source>): readonly NamedColumn<Source>[] {
  return Object.entries(columns).map(([key, column]) => ({ key, sql: column.nameOf(key), column }));
}

function parameters<Source>(columns: readonly NamedColumn<Source>[], source: Source): readonly unknown[] {
  return columns.map(({ column }) => column.toParameter(column.of(source)));
}

function jsonRow<Source>(columns: readonly NamedColumn<Source>[], source: Source): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { sql, column } of columns) row[sql] = column.toJson(column.of(source));
  return row;
}

/** Lists and objects are compared by what they hold. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
