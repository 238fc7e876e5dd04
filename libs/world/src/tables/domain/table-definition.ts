import { FieldChecks } from '@svc/errors';
import { checkColumn, checkIdentifier, type Column } from './column.js';

/** Of columns of an index or a unique constraint. */
const keyColumns = { most: 32 } as const;
const maxColumns = 100;
/** Constraints and indexes of one request: each is work under a lock. */
const maxKeys = 50;

export interface TableDefinition {
  readonly tableName: string;
  readonly columns: readonly Column[];
  /** Empty: none. */
  readonly primaryKey: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
}

/** @throws DomainError `validation_failed` for what is out of its bounds, or names a column that is none */
export function checkTableDefinition(given: TableDefinition): void {
  const { tableName, columns, primaryKey, unique, indexes } = given;
  const checks = new FieldChecks();
  checkTableName(checks, tableName);
  if (columns.length === 0) checks.refuse(['body', 'columns'], 'must name at least one column', 'too_short');
  checks.atMost(['body', 'columns'], columns, maxColumns).unique(
    ['body', 'columns'],
    columns.map(({ name }) => name),
  );
  columns.forEach((column, index) => checkColumn(checks, ['body', 'columns', index], column));
  checks.atMost(['body', 'unique'], unique, maxKeys).atMost(['body', 'indexes'], indexes, maxKeys);
  const names = new Set(columns.map(({ name }) => name));
  if (primaryKey.length > 0) checkKeyColumns(checks, ['body', 'primary_key'], primaryKey, names);
  unique.forEach((key, index) => checkKeyColumns(checks, ['body', 'unique', index], key, names));
  indexes.forEach((key, index) => checkKeyColumns(checks, ['body', 'indexes', index, 'columns'], key, names));
  checks.verify();
}

/** Names of PostgreSQL's own catalogs would hide them, or be hidden. */
function checkTableName(checks: FieldChecks, name: string): void {
  checkIdentifier(checks, ['body', 'table_name'], name);
  if (name.startsWith('pg_'))
    checks.refuse(['body', 'table_name'], 'must not begin with pg_, which is reserved', 'reserved');
}

/** @param known names of columns; undefined where only the database knows them */
export function checkKeyColumns(
  checks: FieldChecks,
  loc: readonly (string | number)[],
  key: readonly string[],
  known?: ReadonlySet<string>,
): void {
  if (key.length === 0) checks.refuse(loc, 'must name at least one column', 'too_short');
  checks.atMost(loc, key, keyColumns.most).unique(loc, key);
  key.forEach((name, index) => {
    checkIdentifier(checks, [...loc, index], name);
    if (known && !known.has(name)) checks.refuse([...loc, index], 'must be a column of the table', 'unknown');
  });
}
