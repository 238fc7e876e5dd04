import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError, validationError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { CLOCK, IDS } from '@svc/service-host';
import type pg from 'pg';
import { columnType, hasIndex } from '../adapters/live-schema.js';
import { changeFailure } from '../adapters/statement-failure.js';
import {
  forgetTable,
  noteChange,
  registeredTable,
  registeredTables,
  registerTable,
} from '../adapters/table-registry.js';
import { TablesServer } from '../adapters/tables-server.js';
import type { WorkspacePlace } from '../adapters/workspace-place.js';
import { checkAlterations, type Alteration } from '../domain/alteration.js';
import { isObject } from '../domain/column.js';
import { renderAlteration, renderCreation, renderDrop, type TablePlace } from '../domain/render-ddl.js';
import { quotedIdentifier } from '../domain/sql-text.js';
import { checkTableDefinition, type TableDefinition } from '../domain/table-definition.js';
import type { TableEvent } from '../domain/table-record.js';
import { RecordChanges } from './record-changes.js';
import { shownTable, type ShownTable } from './shown-table.js';

/** Of one workspace. */
const maxTables = 200;

/** What an alteration comes to: the table, or the statements that it would be. */
export type AlterOutcome = { readonly table: ShownTable } | { readonly statements: readonly string[] };

/**
 * Creates, alters and drops tables of a workspace: each request whole or not at all. All throw DomainError `permission_denied`,
 * `validation_failed`, `service_unavailable`; `operation_in_progress` for what takes too long or waits for others.
 */
@Injectable()
export class ChangeTables {
  constructor(
    private readonly server: TablesServer,
    private readonly changes: RecordChanges,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `conflict` where the name is taken; `limit_reached` */
  async create(context: WorkspaceRequestContext, definition: TableDefinition): Promise<ShownTable> {
    requireWorkspacePermission(context.caller, 'Workspace.update');
    checkTableDefinition(definition);
    const { tenantId } = context;
    const { tableName } = definition;
    const table = { tableId: this.ids.uuid(), tableName, createdAtMs: this.clock.now() };
    return this.#changed(context, async (admin, place) => {
      if ((await registeredTables(admin, tenantId)).length >= maxTables)
        throw new DomainError('limit_reached', `A workspace has at most ${maxTables} tables.`);
      await registerTable(admin, tenantId, table);
      for (const statement of renderCreation(place.schema, definition)) await admin.query(statement);
      for (const statement of grants(place, tableName)) await admin.query(statement);
      const definitionJson = JSON.stringify(definition);
      const event = this.#eventOf(table, (data) => ({
        type: 'TableCreated',
        data: { ...data, definitionJson },
      }));
      return { result: shownTable(place, table), event };
    });
  }

  /**
   * In the order given. A dry run tries it all, and takes it back.
   * @throws DomainError `not_found`; `conflict` for names and values that are there already
   */
  async alter(
    context: WorkspaceRequestContext,
    tableId: string,
    actions: readonly Alteration[],
    { dryRun }: { readonly dryRun: boolean },
  ): Promise<AlterOutcome> {
    requireWorkspacePermission(context.caller, 'Workspace.update');
    checkAlterations(actions);
    return this.#changed<AlterOutcome>(
      context,
      async (admin, place) => {
        const table = await registeredTable(admin, context.tenantId, tableId, { locked: true });
        const target = { schema: place.schema, table: table.tableName };
        const statements: string[] = [];
        for (const [index, action] of actions.entries()) {
          await refuseByCatalog(admin, target, action, ['body', 'actions', index]);
          const statement = renderAlteration(target, action);
          await admin.query(statement);
          statements.push(statement);
        }
        if (dryRun) return { result: { statements }, event: null };
        const actionsJson = JSON.stringify(actions);
        const event = this.#eventOf(table, (data) => ({
          type: 'TableAltered',
          data: { ...data, actionsJson },
        }));
        return { result: { table: shownTable(place, table) }, event };
      },
      { keeps: !dryRun },
    );
  }

  /** With its rows. @throws DomainError `not_found` */
  async drop(context: WorkspaceRequestContext, tableId: string): Promise<void> {
    requireWorkspacePermission(context.caller, 'Workspace.update');
    await this.#changed(context, async (admin, place) => {
      const table = await registeredTable(admin, context.tenantId, tableId, { locked: true });
      await admin.query(renderDrop({ schema: place.schema, table: table.tableName }));
      await forgetTable(admin, context.tenantId, tableId);
      const event = this.#eventOf(table, (data) => ({ type: 'TableDropped', data }));
      return { result: undefined, event };
    });
  }

  async #changed<Result>(
    { tenantId, metadata }: WorkspaceRequestContext,
    work: (
      admin: pg.Client,
      place: WorkspacePlace,
    ) => Promise<{ readonly result: Result; readonly event: TableEvent | null }>,
    options?: { readonly keeps: boolean },
  ): Promise<Result> {
    const inTransaction = async (admin: pg.Client, place: WorkspacePlace): Promise<Result> => {
      const { result, event } = await work(admin, place);
      if (event) await noteChange(admin, { changeId: event.data.changeId, tenantId, event, metadata });
      return result;
    };
    const result = await this.server.change(tenantId, inTransaction, options).catch((error: unknown) => {
      throw changeFailure(error);
    });
    await this.changes.settle(tenantId);
    return result;
  }

  #eventOf(
    { tableId, tableName }: { readonly tableId: string; readonly tableName: string },
    of: (data: Omit<TableEvent['data'], 'definitionJson' | 'actionsJson'>) => TableEvent,
  ): TableEvent {
    return of({ tableId, tableName, changeId: this.ids.uuid(), atMs: this.clock.now() });
  }
}

/** The roles of the workspace own nothing: what they may do with the table is all that they may. */
function grants({ schema, roles }: WorkspacePlace, table: string): readonly string[] {
  const target = `${quotedIdentifier(schema)}.${quotedIdentifier(table)}`;
  return [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${target} TO ${quotedIdentifier(roles.write)}`,
    `GRANT SELECT ON ${target} TO ${quotedIdentifier(roles.read)}`,
  ];
}

/** What PostgreSQL would do, though the table does not allow it. @throws DomainError `validation_failed` */
async function refuseByCatalog(
  admin: pg.Client,
  target: TablePlace,
  action: Alteration,
  loc: readonly (string | number)[],
): Promise<void> {
  if (action.op === 'drop_index' && !(await hasIndex(admin, target, action.indexName)))
    throw validationError([
      { loc: [...loc, 'index_name'], msg: 'must be an index of the table', type: 'unknown' },
    ]);
  if (action.op !== 'set_column_default') return;
  const { name, default: given } = action;
  if (given.kind !== 'literal' || !isObject(given.value)) return;
  // It would store an object as the default of a text column, as its text.
  const type = await columnType(admin, target, name);
  if (type === undefined || type === 'jsonb') return;
  const msg = `must not be an object: the column is ${type}, and objects go with jsonb`;
  throw validationError([{ loc: [...loc, 'default', 'value'], msg, type: 'type' }]);
}
