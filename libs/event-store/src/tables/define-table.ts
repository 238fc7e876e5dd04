import type { TenantId } from '@svc/kernel';
import type { RowChange, SqlFragment } from './sql-fragment.js';
import type { Column } from './column.js';
import { hasChanged, named, type Columns, type NamedColumn } from './named-column.js';
import { personalPart } from './personal-part.js';
import type { RowOf, SealedRowOf } from './row-types.js';
import { RowValues } from './row-values.js';
import { ownerValues, type Table, type TableOwner } from './table.js';

export interface TableDefinition<Source> {
  /** The primary key. */
  readonly key: Readonly<Record<string, Column<Source, unknown>>>;
  /** Columns that keep their first value: an update leaves them out. */
  readonly fixed?: Columns<Source>;
  readonly columns?: Columns<Source>;
  /** Default: the first two columns of the key. */
  readonly owner?: TableOwner;
  /**
   * SQL condition that finds the rows of the subject `$1`, by an index: of a table with personal columns. It names columns
   * of the table without an alias.
   */
  readonly subjectRows?: string;
}

/** Fragments of an append that write a declared table, and the list of what is read from it. */
export interface DeclaredTable<Source, Row, SealedRow = Row> extends Table {
  insert(source: Source): SqlFragment;
  /** One fragment for any number of rows, none for no row. */
  insertAll(sources: readonly Source[]): readonly SqlFragment[];
  /** Of the row with the key of `source`. @throws TypeError for a table without columns that change. */
  update(source: Source): SqlFragment;
  remove(source: Source): SqlFragment;
  /** All rows of one aggregate, however many. */
  removeOf(tenantId: TenantId, id: string): SqlFragment;
  /**
   * What turns the row of `before` into that of `after`; null: there is no row. Both have the same key. Personal columns
   * are written only when one of them has changed: of an erased subject nothing personal can be written.
   */
  sync(before: Source | null, after: Source | null): readonly SqlFragment[];
  /**
   * `s.name AS "name", …`: all columns but unlisted ones, of the table under this alias. With personal columns it is for
   * `openRows`, and one such table in a statement.
   */
  selection(alias: string): string;
  /** Only for the compiler; never set. */
  readonly row?: Row;
  /** Only for the compiler; never set. */
  readonly sealedRow?: SealedRow;
}

/** A row of the table as lists show it: what `openRows` gives, and where nothing is personal what `selection` reads. */
export type ListedRow<Declared extends Table> = Declared extends { readonly row?: infer Row }
  ? Exclude<Row, undefined>
  : never;

/** What `selection` of the table reads. */
export type SealedRow<Declared extends Table> = Declared extends { readonly sealedRow?: infer Row }
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
 *
 * @throws TypeError for personal columns that can't be found, opened or cleared.
 */
export function defineTable<Source>() {
  return <const Definition extends TableDefinition<Source>>(
    name: string,
    definition: Definition,
  ): DeclaredTable<Source, RowOf<Definition>, SealedRowOf<Definition>> => declare(name, definition);
}

function declare<Source, Row, SealedRow>(
  name: string,
  { key, fixed = {}, columns = {}, owner, subjectRows }: TableDefinition<Source>,
): DeclaredTable<Source, Row, SealedRow> {
  const keys = named<Source>(key);
  const changing = named(columns);
  const unsealed = changing.filter(({ column }) => !column.personal);
  const all = [...keys, ...named(fixed), ...changing];
  const [tenantColumn, idColumn] = keys;
  const [, table = name] = name.split('.');
  const list = all.map(({ sql }) => sql).join(', ');
  const hasKey = keys.map(({ sql }, index) => `${sql} = $${index + 1}`).join(' AND ');
  const places = all.map((_column, index) => `$${index + 1}`).join(', ');
  const owned = owner ?? { tenant: tenantColumn?.sql ?? '', id: idColumn?.sql ?? '' };
  const personal = personalPart(name, { keys, all, owner: owned, subjectRows });
  const values = new RowValues(name, keys);

  // The very same texts each time: statements are found by them.
  const updateText = (of: readonly NamedColumn<Source>[]) => {
    const changes = of.map(({ sql }, index) => `${sql} = $${keys.length + index + 1}`).join(', ');
    return `UPDATE ${name} SET ${changes} WHERE ${hasKey}`;
  };
  const texts = {
    insert: `INSERT INTO ${name} (${list}) VALUES (${places})`,
    insertAll: `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`,
    update: updateText(changing),
    updateUnsealed: updateText(unsealed),
    remove: `DELETE FROM ${name} WHERE ${hasKey}`,
    removeOf: `DELETE FROM ${name} WHERE ${owned.tenant} = $1 AND ${owned.id} = $2`,
  };
  const row = `${table}_row`;
  const adding = (sources: readonly Source[]): RowChange => ({
    table: name,
    added: () => values.records(all, sources),
  });
  const addsNothing = adding([]);

  const insert = (source: Source): SqlFragment => ({
    name: row,
    text: texts.insert,
    values: values.parameters(all, source),
    change: adding([source]),
  });
  const updateOf = (text: string, of: readonly NamedColumn<Source>[], source: Source): SqlFragment => {
    if (of.length === 0) throw new TypeError(`No column of ${name} changes.`);
    return { name: row, text, values: values.parameters([...keys, ...of], source) };
  };
  const update = (source: Source) => updateOf(texts.update, changing, source);
  const remove = (source: Source): SqlFragment => ({
    name: row,
    text: texts.remove,
    values: values.parameters(keys, source),
    change: addsNothing,
  });
  return {
    name,
    key: keys.map(({ sql }) => sql),
    columns: all.map(({ sql }) => sql),
    owner: owned,
    ...(personal && { personal: personal.part }),
    insert,
    insertAll: (sources) =>
      sources.length === 0
        ? []
        : [
            {
              name: `${table}_rows`,
              text: texts.insertAll,
              values: [values.rows(all, sources)],
              change: adding(sources),
            },
          ],
    update,
    remove,
    removeOf: (tenantId, id) => ({
      name: `${table}_removal`,
      text: texts.removeOf,
      values: ownerValues(owned, tenantId, id),
      change: addsNothing,
    }),
    sync(before, after) {
      if (after === null) return before === null ? [] : [remove(before)];
      if (before === null) return [insert(after)];
      const changed = changing.filter((column) => hasChanged(column, before, after));
      if (changed.length === 0) return [];
      return changed.some(({ column }) => column.personal)
        ? [update(after)]
        : [updateOf(texts.updateUnsealed, unsealed, after)];
    },
    selection(alias) {
      const listed = all
        .filter(({ column }) => column.isListed)
        .map(({ key: field, sql, column }) => `${column.select(`${alias}.${sql}`)} AS "${field}"`);
      return [...listed, ...(personal ? [personal.selectPlace(alias)] : [])].join(', ');
    },
  };
}
