import type { Alteration } from './alteration.js';
import { isObject, type Column, type ColumnDefault, type ColumnType } from './column.js';
import { quotedIdentifier, quotedLiteral } from './sql-text.js';
import type { TableDefinition } from './table-definition.js';

/** A table as the server names it. */
export interface TablePlace {
  readonly schema: string;
  readonly table: string;
}

/** All that makes a table, in order. */
export function renderCreation(schema: string, definition: TableDefinition): readonly string[] {
  const { tableName, columns, primaryKey, unique, indexes } = definition;
  const place = quotedPlace({ schema, table: tableName });
  const parts = [
    ...columns.map(renderColumn),
    ...(primaryKey.length > 0 ? [`PRIMARY KEY ${renderColumns(primaryKey)}`] : []),
    ...unique.map((key) => `UNIQUE ${renderColumns(key)}`),
  ];
  return [
    `CREATE TABLE ${place} (${parts.join(', ')})`,
    ...indexes.map((key) => `CREATE INDEX ON ${place} ${renderColumns(key)}`),
  ];
}

export function renderAlteration(place: TablePlace, action: Alteration): string {
  const table = `ALTER TABLE ${quotedPlace(place)}`;
  switch (action.op) {
    case 'add_column':
      return `${table} ADD COLUMN ${renderColumn(action.column)}`;
    case 'drop_column':
      return `${table} DROP COLUMN ${quotedIdentifier(action.name)}`;
    case 'rename_column':
      return `${table} RENAME COLUMN ${quotedIdentifier(action.from)} TO ${quotedIdentifier(action.to)}`;
    case 'change_column_type': {
      const [name, type] = [quotedIdentifier(action.name), sqlTypes[action.newType]];
      return `${table} ALTER COLUMN ${name} TYPE ${type} USING ${name}::${type}`;
    }
    case 'set_column_nullable':
      return `${alterColumn(table, action.name)} ${action.nullable ? 'DROP' : 'SET'} NOT NULL`;
    case 'set_column_default':
      return `${alterColumn(table, action.name)} SET DEFAULT ${renderDefault(action.default)}`;
    case 'drop_column_default':
      return `${alterColumn(table, action.name)} DROP DEFAULT`;
    case 'add_unique': {
      const name =
        action.constraintName === null ? '' : `CONSTRAINT ${quotedIdentifier(action.constraintName)} `;
      return `${table} ADD ${name}UNIQUE ${renderColumns(action.columns)}`;
    }
    case 'drop_constraint':
      return `${table} DROP CONSTRAINT ${quotedIdentifier(action.name)}`;
    case 'add_index': {
      const index = quotedIdentifier(action.indexName);
      return `CREATE INDEX ${index} ON ${quotedPlace(place)} ${renderColumns(action.columns)}`;
    }
    case 'drop_index':
      return `DROP INDEX ${quotedPlace({ schema: place.schema, table: action.indexName })}`;
  }
}

export function renderDrop(place: TablePlace): string {
  return `DROP TABLE ${quotedPlace(place)}`;
}

function alterColumn(table: string, name: string): string {
  return `${table} ALTER COLUMN ${quotedIdentifier(name)}`;
}

function quotedPlace({ schema, table }: TablePlace): string {
  return `${quotedIdentifier(schema)}.${quotedIdentifier(table)}`;
}

function renderColumns(names: readonly string[]): string {
  return `(${names.map(quotedIdentifier).join(', ')})`;
}

function renderColumn({ name, type, nullable, default: given }: Column): string {
  const value = given === null ? '' : ` DEFAULT ${renderDefault(given)}`;
  return `${quotedIdentifier(name)} ${sqlTypes[type]}${nullable ? '' : ' NOT NULL'}${value}`;
}

/** Without a type: the column's own reads the literal, and refuses what it can't be. */
function renderDefault(given: ColumnDefault): string {
  switch (given.kind) {
    case 'uuid_v4':
      return 'gen_random_uuid()';
    case 'now':
      return 'now()';
    case 'current_date':
      return 'CURRENT_DATE';
    case 'literal': {
      const { value } = given;
      if (value === null) return 'NULL';
      if (isObject(value)) return `${quotedLiteral(JSON.stringify(value))}::jsonb`;
      return quotedLiteral(String(value));
    }
  }
}

/** Never by what a caller sends: the words of the type themselves. */
const sqlTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  int: 'integer',
  bigint: 'bigint',
  numeric: 'numeric',
  boolean: 'boolean',
  uuid: 'uuid',
  timestamptz: 'timestamp with time zone',
  date: 'date',
  time: 'time',
  jsonb: 'jsonb',
  bytea: 'bytea',
};
