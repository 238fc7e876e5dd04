import type {
  AlterTableRequest,
  Column as ColumnMessage,
  ColumnDefault as DefaultMessage,
  CreateTableRequest,
  Table,
  TableAction,
} from '@svc/contracts/world';
import { validationError } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import type { Alteration } from '../domain/alteration.js';
import type { Column, ColumnDefault, ColumnType, LiteralValue } from '../domain/column.js';
import type { TableDefinition } from '../domain/table-definition.js';
import type { ShownTable } from '../application/shown-table.js';

/** @throws DomainError `validation_failed` for what is of no known kind; the domain checks the rest */
export function tableDefinitionOf(request: CreateTableRequest): TableDefinition {
  return {
    tableName: request.tableName,
    columns: request.columns.map(columnOf),
    primaryKey: request.primaryKey,
    unique: request.unique.map(({ columns }) => columns),
    indexes: request.indexes.map(({ columns }) => columns),
  };
}

/** @throws DomainError `validation_failed` for an action that is of no known kind, or lacks a field */
export function alterationsOf({ actions }: AlterTableRequest): readonly Alteration[] {
  return actions.map(alterationOf);
}

export function toTable({ tableId, tableName, physicalName, createdAtMs }: ShownTable): Complete<Table> {
  return { tableId, tableName, physicalName, createdAtMs };
}

function alterationOf(action: TableAction, index: number): Alteration {
  const given = <Value>(field: string, value: Value | undefined): Value => {
    if (value !== undefined) return value;
    throw validationError([{ loc: ['body', 'actions', index, field], msg: 'is required', type: 'missing' }]);
  };
  const name = () => given('name', action.name);
  switch (action.op) {
    case 'add_column':
      return { op: action.op, column: columnOf(given('column', action.column)) };
    case 'drop_column':
    case 'drop_column_default':
    case 'drop_constraint':
      return { op: action.op, name: name() };
    case 'rename_column':
      return { op: action.op, from: given('from', action.name), to: given('to', action.newName) };
    case 'change_column_type':
      return { op: action.op, name: name(), newType: given('new_type', action.newType) as ColumnType };
    case 'set_column_nullable':
      return { op: action.op, name: name(), nullable: given('nullable', action.nullable) };
    case 'set_column_default':
      return { op: action.op, name: name(), default: defaultOf(given('default', action.default)) };
    case 'add_unique':
      return { op: action.op, columns: action.columns, constraintName: action.name ?? null };
    case 'add_index':
      return { op: action.op, indexName: given('index_name', action.name), columns: action.columns };
    case 'drop_index':
      return { op: action.op, indexName: given('index_name', action.name) };
    default:
      throw validationError([
        { loc: ['body', 'actions', index, 'op'], msg: 'is no known action', type: 'enum' },
      ]);
  }
}

function columnOf({ name, type, nullable, default: given }: ColumnMessage): Column {
  return { name, type: type as ColumnType, nullable, default: given ? defaultOf(given) : null };
}

function defaultOf({ kind, valueJson }: DefaultMessage): ColumnDefault {
  switch (kind) {
    case 'uuid_v4':
    case 'now':
    case 'current_date':
      return { kind };
    case 'literal':
      return { kind, value: literalOf(valueJson) };
    default:
      throw validationError([{ loc: ['body'], msg: 'a default must be of a known kind', type: 'enum' }]);
  }
}

function literalOf(json: string | undefined): LiteralValue {
  try {
    const value: unknown = json === undefined ? null : JSON.parse(json);
    if (!Array.isArray(value)) return value as LiteralValue;
  } catch {
    // Said below.
  }
  throw validationError([{ loc: ['body'], msg: 'a literal must be a value or an object', type: 'type' }]);
}
