import { FieldChecks } from '@svc/errors';
import {
  checkColumn,
  checkColumnType,
  checkDefault,
  checkIdentifier,
  type Column,
  type ColumnDefault,
  type ColumnType,
} from './column.js';
import { checkKeyColumns } from './table-definition.js';

/** What a request changes of a table, in the order given. */
export type Alteration =
  | { readonly op: 'add_column'; readonly column: Column }
  | { readonly op: 'drop_column'; readonly name: string }
  | { readonly op: 'rename_column'; readonly from: string; readonly to: string }
  | { readonly op: 'change_column_type'; readonly name: string; readonly newType: ColumnType }
  | { readonly op: 'set_column_nullable'; readonly name: string; readonly nullable: boolean }
  | { readonly op: 'set_column_default'; readonly name: string; readonly default: ColumnDefault }
  | { readonly op: 'drop_column_default'; readonly name: string }
  | {
      readonly op: 'add_unique';
      readonly columns: readonly string[];
      /** Null: the database makes one. */
      readonly constraintName: string | null;
    }
  | { readonly op: 'drop_constraint'; readonly name: string }
  | { readonly op: 'add_index'; readonly indexName: string; readonly columns: readonly string[] }
  | { readonly op: 'drop_index'; readonly indexName: string };

const maxActions = 50;

/** @throws DomainError `validation_failed` for what is out of its bounds; the database knows the rest */
export function checkAlterations(actions: readonly Alteration[]): void {
  const checks = new FieldChecks().atMost(['body', 'actions'], actions, maxActions);
  if (actions.length === 0) checks.refuse(['body', 'actions'], 'must hold at least one action', 'too_short');
  actions.forEach((action, index) => checkAlteration(checks, ['body', 'actions', index], action));
  checks.verify();
}

function checkAlteration(checks: FieldChecks, loc: readonly (string | number)[], action: Alteration): void {
  const named = (field: string, name: string) => checkIdentifier(checks, [...loc, field], name);
  switch (action.op) {
    case 'add_column':
      return checkColumn(checks, [...loc, 'column'], action.column);
    case 'rename_column':
      named('from', action.from);
      return named('to', action.to);
    case 'change_column_type':
      checkColumnType(checks, [...loc, 'new_type'], action.newType);
      return named('name', action.name);
    case 'set_column_default':
      checkDefault(checks, [...loc, 'default'], action.default, null);
      return named('name', action.name);
    case 'drop_column':
    case 'set_column_nullable':
    case 'drop_column_default':
    case 'drop_constraint':
      return named('name', action.name);
    case 'add_unique':
      if (action.constraintName !== null) named('constraint_name', action.constraintName);
      return checkKeyColumns(checks, [...loc, 'columns'], action.columns);
    case 'add_index':
      named('index_name', action.indexName);
      return checkKeyColumns(checks, [...loc, 'columns'], action.columns);
    case 'drop_index':
      return named('index_name', action.indexName);
  }
}
