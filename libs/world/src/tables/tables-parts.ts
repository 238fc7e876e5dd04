import type { Provider } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { TablesServer, type TablesServerOptions } from './adapters/tables-server.js';
import { ChangeTables } from './application/change-tables.js';
import { EndTables } from './application/end-tables.js';
import { QueryTables } from './application/query-tables.js';
import { ReadTables } from './application/read-tables.js';
import { RecordChanges } from './application/record-changes.js';
import { TableRecords } from './application/table-records.js';
import { TablesController } from './rpc/tables.controller.js';

/** Workspaces' own tables. @param options undefined: this installation has no database for them */
export function tablesParts(options: TablesServerOptions | undefined) {
  const server: Provider = {
    provide: TablesServer,
    useFactory: () => (options ? new TablesServer(options) : new NoTablesServer()),
  };
  return {
    controllers: [TablesController],
    providers: [server, TableRecords, RecordChanges, ChangeTables, ReadTables, QueryTables, EndTables],
  };
}

/** Each request finds that there is none. */
class NoTablesServer extends TablesServer {
  constructor() {
    super({ connectionString: '', connections: 1, roleKey: Buffer.alloc(0) });
  }

  protected override prepared(): Promise<string> {
    const words = 'This installation has no database for tables of workspaces (SVC_TABLES_DATABASE_URL).';
    return Promise.reject(new DomainError('service_unavailable', words));
  }
}
