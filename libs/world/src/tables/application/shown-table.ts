import type { LiveSchema } from '../adapters/live-schema.js';
import type { RegisteredTable } from '../adapters/table-registry.js';
import type { WorkspacePlace } from '../adapters/workspace-place.js';

export interface ShownTable extends RegisteredTable {
  /** Statements may name it so too. */
  readonly physicalName: string;
}

export interface DescribedTable extends ShownTable, LiveSchema {}

export function shownTable({ schema }: WorkspacePlace, table: RegisteredTable): ShownTable {
  return { ...table, physicalName: `${schema}.${table.tableName}` };
}
