import { DomainError } from '@svc/errors';
import type { EventMetadata, TenantId } from '@svc/kernel';
import { isUniqueViolation } from '@svc/postgres';
import type pg from 'pg';
import type { TableEvent } from '../domain/table-record.js';

export interface RegisteredTable {
  readonly tableId: string;
  readonly tableName: string;
  readonly createdAtMs: number;
}

export interface UnrecordedChange {
  readonly changeId: string;
  readonly tenantId: TenantId;
  readonly event: TableEvent;
  readonly metadata: EventMetadata;
}

const selection = `table_id AS "tableId", table_name AS "tableName",
  (extract(epoch FROM created_at) * 1000)::float8 AS "createdAtMs"`;

/** Ordered by creation. */
export async function registeredTables(
  admin: pg.Client,
  tenantId: TenantId,
): Promise<readonly RegisteredTable[]> {
  const { rows } = await admin.query<RegisteredTable>(
    `SELECT ${selection} FROM svc_tables.workspace_table WHERE tenant_id = $1 ORDER BY created_at, table_id`,
    [tenantId],
  );
  return rows;
}

/** @throws DomainError `not_found` */
export async function registeredTable(
  admin: pg.Client,
  tenantId: TenantId,
  tableId: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<RegisteredTable> {
  const { rows } = await admin.query<RegisteredTable>(
    `SELECT ${selection} FROM svc_tables.workspace_table WHERE tenant_id = $1 AND table_id = $2 ${locked ? 'FOR UPDATE' : ''}`,
    [tenantId, tableId],
  );
  const [table] = rows;
  if (!table) throw new DomainError('not_found', 'There is no table with this id.');
  return table;
}

/** @throws DomainError `conflict` when the workspace has a table of this name */
export async function registerTable(
  admin: pg.Client,
  tenantId: TenantId,
  { tableId, tableName, createdAtMs }: RegisteredTable,
): Promise<void> {
  await admin
    .query(`INSERT INTO svc_tables.workspace_table VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000))`, [
      ...[tenantId, tableId, tableName, createdAtMs],
    ])
    .catch((cause: unknown) => {
      if (!isUniqueViolation(cause, 'workspace_table_name_key')) throw cause;
      throw new DomainError('conflict', `There is already a table ${tableName}.`, { cause });
    });
}

export async function forgetTable(admin: pg.Client, tenantId: TenantId, tableId: string): Promise<void> {
  const text = 'DELETE FROM svc_tables.workspace_table WHERE tenant_id = $1 AND table_id = $2';
  await admin.query(text, [tenantId, tableId]);
}

/** Forgets its tables, and keeps that it makes none again. Changes that are not in the log yet stay. */
export async function endWorkspace(admin: pg.Client, tenantId: TenantId): Promise<void> {
  const text = 'INSERT INTO svc_tables.ended_workspace VALUES ($1) ON CONFLICT DO NOTHING';
  await admin.query(text, [tenantId]);
  await admin.query('DELETE FROM svc_tables.workspace_table WHERE tenant_id = $1', [tenantId]);
}

/** @throws DomainError `not_found` */
export async function assertNotEnded(admin: pg.Client, tenantId: TenantId): Promise<void> {
  const text = 'SELECT FROM svc_tables.ended_workspace WHERE tenant_id = $1';
  const { rowCount } = await admin.query(text, [tenantId]);
  if (rowCount !== 0) throw new DomainError('not_found', 'There is no such workspace.');
}

/** In the transaction of the change, so that there is one with the other. */
export async function noteChange(
  admin: pg.Client,
  { changeId, tenantId, event, metadata }: UnrecordedChange,
): Promise<void> {
  await admin.query(
    `INSERT INTO svc_tables.unrecorded_change (change_id, tenant_id, table_id, kind, data, metadata)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      changeId,
      tenantId,
      event.data.tableId,
      event.type,
      JSON.stringify(event.data),
      JSON.stringify(metadata),
    ],
  );
}

/** A page, the oldest first. @param tenantId undefined: of all workspaces. @param after a position; 0: from the first one on */
export async function unrecordedChanges(
  admin: pg.Client,
  tenantId: TenantId | undefined,
  after: number,
): Promise<readonly (UnrecordedChange & { readonly position: number })[]> {
  const { rows } = await admin.query<UnrecordedChange & { readonly position: number }>(
    `SELECT change_id AS "changeId", tenant_id AS "tenantId", metadata,
            json_build_object('type', kind, 'data', data) AS event, position::float8 AS position
       FROM svc_tables.unrecorded_change
      WHERE ($1::text IS NULL OR tenant_id = $1) AND position > $2 ORDER BY unrecorded_change.position LIMIT 200`,
    [tenantId ?? null, after],
  );
  return rows;
}

export async function changeIsRecorded(admin: pg.Client, changeId: string): Promise<void> {
  await admin.query('DELETE FROM svc_tables.unrecorded_change WHERE change_id = $1', [changeId]);
}
