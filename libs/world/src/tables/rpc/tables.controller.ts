import {
  TablesServiceService,
  type AlterTableRequest,
  type AlterTableResponse,
  type CreateTableRequest,
  type CreateTableResponse,
  type DropTableRequest,
  type DropTableResponse,
  type GetTableRequest,
  type GetTableResponse,
  type ListTablesRequest,
  type ListTablesResponse,
  type QueryTablesRequest,
  type QueryTablesResponse,
} from '@svc/contracts/world';
import { DomainError } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { isUuid } from '@svc/kernel';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeTables } from '../application/change-tables.js';
import { QueryTables } from '../application/query-tables.js';
import { ReadTables } from '../application/read-tables.js';
import { alterationsOf, tableDefinitionOf, toTable } from './table-mapping.js';

/** TablesService (proto/svc/world/v1/tables_service.proto): maps, and calls the use case. */
@RpcController(TablesServiceService)
export class TablesController {
  constructor(
    private readonly changes: ChangeTables,
    private readonly tables: ReadTables,
    private readonly queries: QueryTables,
  ) {}

  async createTable(request: CreateTableRequest, call: RpcCall): Promise<Complete<CreateTableResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    return { table: toTable(await this.changes.create(context, tableDefinitionOf(request))) };
  }

  async listTables({ caller }: ListTablesRequest, call: RpcCall): Promise<Complete<ListTablesResponse>> {
    const tables = await this.tables.list(workspaceRequestContextOf(caller, call));
    return { tables: tables.map(toTable) };
  }

  async getTable(request: GetTableRequest, call: RpcCall): Promise<Complete<GetTableResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const table = await this.tables.get(context, tableIdOf(request));
    return {
      table: toTable(table),
      columns: table.columns.map((column) => ({ ...column, default: column.default ?? undefined })),
      indexes: [...table.indexes],
      constraints: [...table.constraints],
    };
  }

  async alterTable(request: AlterTableRequest, call: RpcCall): Promise<Complete<AlterTableResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { dryRun } = request;
    const outcome = await this.changes.alter(context, tableIdOf(request), alterationsOf(request), { dryRun });
    return 'table' in outcome
      ? { table: toTable(outcome.table), statements: [] }
      : { table: undefined, statements: [...outcome.statements] };
  }

  async dropTable(request: DropTableRequest, call: RpcCall): Promise<Complete<DropTableResponse>> {
    await this.changes.drop(workspaceRequestContextOf(request.caller, call), tableIdOf(request));
    return {};
  }

  async queryTables(
    { caller, sql }: QueryTablesRequest,
    call: RpcCall,
  ): Promise<Complete<QueryTablesResponse>> {
    const answer = await this.queries.execute(workspaceRequestContextOf(caller, call), sql);
    return { ...answer, columns: [...answer.columns] };
  }
}

/** @throws DomainError `not_found` for what is no id at all */
function tableIdOf({ tableId }: { readonly tableId: string }): string {
  if (isUuid(tableId)) return tableId;
  throw new DomainError('not_found', 'There is no table with this id.');
}
