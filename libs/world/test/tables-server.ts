import { randomBytes, randomUUID } from 'node:crypto';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { TablesServiceService, type Column, type TableAction } from '@svc/contracts/world';
import type { TestBus } from '@svc/event-bus/test-bus';
import { createClient, createSocketFolder } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { startContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { worldContext, WorldModule } from '../src/index.js';
import { removeWorkspace } from '../src/tables/adapters/make-workspace.js';
import { TablesServer, type TablesServerOptions } from '../src/tables/adapters/tables-server.js';
import { RecordChanges } from '../src/tables/application/record-changes.js';
import { passwordOf, type Access, type WorkspacePlace } from '../src/tables/adapters/workspace-place.js';
import { startIdentityKeys } from './identity-keys.js';
import { workspaceCaller } from './world-server.js';

/** The world context with a database of its own for workspaces' tables. */
export class TablesHarness {
  readonly roleKey = randomBytes(32);
  readonly #seen = new Set<string>();
  readonly #ends: (() => Promise<unknown> | void)[] = [];
  tables!: ReturnType<typeof createClient<typeof TablesServiceService>>;
  server!: TablesServer;
  changes!: RecordChanges;
  /** Of the log, and of the tables. */
  log!: TestDatabase;
  rows!: TestDatabase;

  async start(
    connections = 4,
    bus: TestBus | 'idle' = 'idle',
    limits: Pick<TablesServerOptions, 'definingMs'> = {},
  ): Promise<this> {
    this.log = await createTestDatabase({ migrations: worldContext.migrations });
    this.rows = await createTestDatabase();
    const sockets = createSocketFolder(randomUUID());
    const identity = await startIdentityKeys(sockets);
    const { connectionString } = this.rows;
    const { database } = this.log;
    const context = await startContext({
      context: worldContext,
      module: WorldModule.register({
        identityAddress: identity.address,
        tables: { connectionString, connections, roleKey: this.roleKey, ...limits },
      }),
      platform: { database, clock: systemClock, ids: systemIds, logger: silentLogger, metrics: noMetrics },
      address: sockets.address('world'),
      bus,
    });
    this.tables = createClient(TablesServiceService, context.address);
    this.server = context.get(TablesServer);
    this.changes = context.get(RecordChanges);
    this.#ends.push(
      () => this.tables.close(),
      () => context.stop(1_000),
      () => identity.stop(),
      () => sockets.remove(),
    );
    return this;
  }

  async stop(): Promise<void> {
    for (const tenant of this.#seen)
      await this.server.define(`ws:${tenant}`, async (admin) =>
        removeWorkspace(admin, await this.server.placeOf(`ws:${tenant}`)),
      );
    for (const end of this.#ends) await end();
    await this.rows.drop();
    await this.log.drop();
  }

  /** A caller of a workspace of its own. */
  caller(permissions?: readonly string[]): WorkspaceCaller {
    const workspaceId = randomUUID();
    this.#seen.add(workspaceId);
    return workspaceCaller(workspaceId, permissions);
  }

  async create(
    caller: WorkspaceCaller,
    tableName: string,
    columns: readonly Partial<Column>[],
  ): Promise<string> {
    const { table } = await this.tables.createTable({
      ...{ caller, tableName, primaryKey: [], unique: [], indexes: [] },
      columns: columns.map(column),
    });
    return table?.tableId ?? '';
  }

  alter(caller: WorkspaceCaller, tableId: string, ...actions: Partial<TableAction>[]) {
    return this.tables.alterTable({ caller, tableId, dryRun: false, actions: actions.map(action) });
  }

  query(caller: WorkspaceCaller, sql: string) {
    return this.tables.queryTables({ caller, sql });
  }

  async rowsOf(caller: WorkspaceCaller, sql: string): Promise<readonly Record<string, unknown>[]> {
    return JSON.parse((await this.query(caller, sql)).rowsJson) as Record<string, unknown>[];
  }

  placeOf({ tenantId }: WorkspaceCaller): Promise<WorkspacePlace> {
    return this.server.placeOf(tenantId as `ws:${string}`);
  }

  /** Signs in as the workspace itself, past everything that judges statements. */
  async signedIn(caller: WorkspaceCaller, access: Access = 'write'): Promise<pg.Client> {
    const place = await this.placeOf(caller);
    const url = new URL(this.rows.connectionString);
    url.username = place.roles[access];
    url.password = passwordOf(place.roles[access], this.roleKey);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    this.#ends.unshift(() => client.end());
    return client;
  }
}

export function column(change: Partial<Column>): Column {
  return { name: 'note', type: 'text', nullable: true, default: undefined, ...change };
}

export function action(change: Partial<TableAction>): TableAction {
  return {
    ...{ op: '', name: undefined, newName: undefined, column: undefined, columns: [] },
    ...{ newType: undefined, nullable: undefined, default: undefined },
    ...change,
  };
}
