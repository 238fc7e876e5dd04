import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DatabaseUnavailableError } from '@svc/postgres';
import { DomainError } from '@svc/errors';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { liveSchema } from '../adapters/live-schema.js';
import { registeredTable, registeredTables } from '../adapters/table-registry.js';
import { TablesServer } from '../adapters/tables-server.js';
import { shownTable, type DescribedTable, type ShownTable } from './shown-table.js';

/** What tables a workspace has. All throw DomainError `permission_denied`, `service_unavailable`. */
@Injectable()
export class ReadTables {
  constructor(private readonly server: TablesServer) {}

  /** In the order of creation. */
  async list({ caller, tenantId }: WorkspaceRequestContext): Promise<readonly ShownTable[]> {
    requireWorkspacePermission(caller, 'Workspace.view');
    const place = await this.server.placeOf(tenantId);
    const tables = await this.server
      .define(tenantId, (admin) => registeredTables(admin, tenantId))
      .catch(unavailable);
    return tables.map((table) => shownTable(place, table));
  }

  /** As the database has it now. @throws DomainError `not_found` */
  async get({ caller, tenantId }: WorkspaceRequestContext, tableId: string): Promise<DescribedTable> {
    requireWorkspacePermission(caller, 'Workspace.view');
    const place = await this.server.placeOf(tenantId);
    return this.server
      .define(tenantId, async (admin) => {
        const table = await registeredTable(admin, tenantId, tableId);
        const schema = await liveSchema(admin, { schema: place.schema, table: table.tableName });
        return { ...shownTable(place, table), ...schema };
      })
      .catch(unavailable);
  }
}

function unavailable(error: unknown): never {
  throw error instanceof DomainError ? error : new DatabaseUnavailableError(error);
}
