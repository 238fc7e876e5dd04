import type { WorkspaceCaller } from '@svc/contracts/common';
import type { Column, ColumnDefault, Table, TableAction } from '@svc/contracts/world';
import { shown } from '../../wire/shown.js';
import { workspaceOf } from '../definition/definition-wire.js';
import {
  TableReference,
  type RequestedAction,
  type RequestedColumn,
  type RequestedDefault,
} from './table-schemas.js';

export function fromTable(caller: WorkspaceCaller, { tableId, tableName, physicalName }: Table) {
  return shown(TableReference, {
    id: tableId,
    workspace_id: workspaceOf(caller),
    table_name: tableName,
    physical_name: physicalName,
  });
}

export function toColumn({ name, type, nullable, default: given }: RequestedColumn): Column {
  return { name, type, nullable, default: given ? toDefault(given) : undefined };
}

function toDefault({ kind, value = null }: RequestedDefault): ColumnDefault {
  return { kind, valueJson: kind === 'literal' ? JSON.stringify(value) : undefined };
}

const nothing: TableAction = {
  ...{ op: '', name: undefined, newName: undefined, column: undefined, columns: [] },
  ...{ newType: undefined, nullable: undefined, default: undefined },
};

export function toAction(action: RequestedAction): TableAction {
  const { op } = action;
  switch (op) {
    case 'add_column':
      return { ...nothing, op, column: toColumn(action.column) };
    case 'drop_column':
    case 'drop_column_default':
    case 'drop_constraint':
      return { ...nothing, op, name: action.name };
    case 'rename_column':
      return { ...nothing, op, name: action.from, newName: action.to };
    case 'change_column_type':
      return { ...nothing, op, name: action.name, newType: action.new_type };
    case 'set_column_nullable':
      return { ...nothing, op, name: action.name, nullable: action.nullable };
    case 'set_column_default':
      return { ...nothing, op, name: action.name, default: toDefault(action.default) };
    case 'add_unique':
      return { ...nothing, op, name: action.constraint_name ?? undefined, columns: action.columns };
    case 'add_index':
      return { ...nothing, op, name: action.index_name, columns: action.columns };
    case 'drop_index':
      return { ...nothing, op, name: action.index_name };
  }
}
