import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { TABLES, type TablesClient } from '../../services.js';
import { required } from '../../wire/required.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { textBody } from '../../wire/sizes.js';
import { toWireTime } from '../../wire/times.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { fromTable, toAction, toColumn } from './table-mapping.js';
import {
  AlteredTable,
  AlterTable,
  AlterTableQuery,
  CreateTable,
  DroppedTable,
  RunSql,
  SqlAnswer,
  TableDetail,
  TableList,
  TablePath,
  TableReference,
} from './table-schemas.js';

const path = '/v1/:workspace_id/tables';
const platform = { surface: 'platform' } as const;
const unavailable = 'service_unavailable';
/** Statements are the everyday traffic of tables. */
const statementsPerMinute = 100;

const listTables = defineRoute({
  ...platform,
  operationId: 'list-tables',
  method: 'GET',
  path,
  summary: "Lists the workspace's own tables, in the order of their creation.",
  access: forWorkspace('Workspace.view'),
  request: { params: WorkspacePath },
  answer: { status: 200, content: 'json', schema: TableList },
  errors: [unavailable],
  perMinute: readsPerMinute,
});

const createTable = defineRoute({
  ...platform,
  operationId: 'create-table',
  method: 'POST',
  path,
  summary: 'Creates a table. Rows go in and out by `POST /v1/{workspace_id}/query`.',
  access: forWorkspace('Workspace.update'),
  request: { params: WorkspacePath, body: { media: 'json', schema: CreateTable, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: TableReference },
  errors: ['conflict', 'limit_reached', 'operation_in_progress', unavailable],
  perMinute: writesPerMinute,
  example: { body: { table_name: 'visit', columns: [{ name: 'note', type: 'text' }] } },
});

const getTable = defineRoute({
  ...platform,
  operationId: 'get-table',
  method: 'GET',
  path: `${path}/:table_id`,
  summary: 'Describes a table as the database has it now.',
  access: forWorkspace('Workspace.view'),
  request: { params: TablePath },
  answer: { status: 200, content: 'json', schema: TableDetail },
  errors: ['not_found', unavailable],
  perMinute: readsPerMinute,
});

const alterTable = defineRoute({
  ...platform,
  operationId: 'alter-table',
  method: 'PATCH',
  path: `${path}/:table_id`,
  summary:
    'Alters a table by 1 to 50 actions in the order given, all or none. With `dry_run=true` nothing changes, and the answer is its statements.',
  access: forWorkspace('Workspace.update'),
  request: {
    params: TablePath,
    query: AlterTableQuery,
    body: { media: 'json', schema: AlterTable, maxBytes: textBody },
  },
  answer: { status: 200, content: 'json', schema: AlteredTable },
  errors: ['not_found', 'conflict', 'operation_in_progress', unavailable],
  perMinute: writesPerMinute,
  example: { body: { actions: [{ op: 'add_column', column: { name: 'minutes', type: 'int' } }] } },
});

const dropTable = defineRoute({
  ...platform,
  operationId: 'drop-table',
  method: 'DELETE',
  path: `${path}/:table_id`,
  summary: 'Drops a table with its rows.',
  access: forWorkspace('Workspace.update'),
  request: { params: TablePath },
  answer: { status: 200, content: 'json', schema: DroppedTable },
  errors: ['not_found', 'operation_in_progress', unavailable],
  perMinute: writesPerMinute,
});

const queryTables = defineRoute({
  ...platform,
  operationId: 'query-tables',
  method: 'POST',
  path: '/v1/:workspace_id/query',
  summary:
    "Runs one SELECT, INSERT, UPDATE or DELETE on the workspace's own tables, of at most 5 s and 1,000 rows.",
  access: forWorkspace('Workspace.update'),
  request: { params: WorkspacePath, body: { media: 'json', schema: RunSql, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: SqlAnswer },
  errors: ['invalid_request', unavailable],
  perMinute: statementsPerMinute,
  example: { body: { sql: 'SELECT 1 AS one' } },
});

@Controller()
export class TableController {
  constructor(@Inject(TABLES) private readonly tables: TablesClient) {}

  @Serves(listTables)
  async list({ caller }: RouteInput<typeof listTables>) {
    const { tables } = await this.tables.listTables({ caller });
    return {
      items: tables.map((table) => ({
        ...fromTable(caller, table),
        created_at: toWireTime(table.createdAtMs),
      })),
    };
  }

  @Serves(createTable)
  async create({ caller, body }: RouteInput<typeof createTable>) {
    const { table } = await this.tables.createTable({
      caller,
      tableName: body.table_name,
      columns: body.columns.map(toColumn),
      primaryKey: body.primary_key ?? [],
      unique: body.unique.map((columns) => ({ columns })),
      indexes: body.indexes,
    });
    return fromTable(caller, required(table));
  }

  @Serves(getTable)
  async get({ caller, params }: RouteInput<typeof getTable>) {
    const answer = await this.tables.getTable({ caller, tableId: params.table_id });
    const table = required(answer.table);
    return shown(TableDetail, {
      ...fromTable(caller, table),
      created_at: toWireTime(table.createdAtMs),
      columns: answer.columns.map((column) => sameNames(column)),
      indexes: answer.indexes,
      constraints: answer.constraints,
    });
  }

  @Serves(alterTable)
  async alter({ caller, params, query, body }: RouteInput<typeof alterTable>) {
    const { table, statements } = await this.tables.alterTable({
      ...{ caller, tableId: params.table_id, dryRun: query.dry_run },
      actions: body.actions.map(toAction),
    });
    return table ? fromTable(caller, table) : { statements };
  }

  @Serves(dropTable)
  async drop({ caller, params }: RouteInput<typeof dropTable>) {
    await this.tables.dropTable({ caller, tableId: params.table_id });
    return {};
  }

  @Serves(queryTables)
  async query({ caller, body }: RouteInput<typeof queryTables>) {
    const { columns, rowsJson, rowCount } = await this.tables.queryTables({ caller, sql: body.sql });
    return { columns, rows: JSON.parse(rowsJson) as Record<string, unknown>[], row_count: rowCount };
  }
}
