import { StartupError } from '@svc/errors';
import pg from 'pg';
import type { PooledDatabase } from '../create-database.js';
import { openSession } from '../open-session.js';
import { noSessionLimits } from '../session-limits.js';
import { applySessionSettings } from '../session-settings.js';
import {
  historyTable,
  pendingMigrations,
  selectApplied,
  type AppliedMigration,
} from './applied-migrations.js';
import type { MigrationOptions } from './migration-options.js';
import { readMigrations, type Migration } from './migration-files.js';

/** First half of the advisory lock's key, so that it can not meet another lock of ours: "migr" in ASCII. */
const lockClass = 0x6d696772;

/** The table of Prisma Migrate, column by column, so that `prisma migrate deploy` can take over. */
const createHistory = `
  CREATE TABLE IF NOT EXISTS ${historyTable} (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/**
 * Applies the migrations that `schema` has not seen yet, each file whole in one transaction. Runners on the same
 * schema wait for each other. Time limits of ordinary sessions do not apply.
 *
 * @returns the names applied now.
 * @throws StartupError when the database can't be reached, when it was made by another release (OtherReleaseError), or
 * when a file fails; everything before it stays applied.
 */
export async function runMigrations(
  database: PooledDatabase,
  options: MigrationOptions,
): Promise<readonly string[]> {
  const migrations = await readMigrations(options.folders);
  const client = await openSession(database);
  try {
    await applySessionSettings(client, noSessionLimits);
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [lockClass, options.schema]);
    await prepareSchema(client, options.schema);
    const { rows } = await client.query<AppliedMigration>(selectApplied(historyTable));
    for (const setting of Object.entries(options.settings ?? {}))
      await client.query('SELECT set_config($1, $2, false)', setting);
    const pending = pendingMigrations(options.schema, migrations, rows, options.withoutContract);
    for (const migration of pending) {
      options.onProgress?.(migration.name);
      await apply(client, options.schema, migration);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end(); // the lock, the limits and the search path go with the connection
  }
}

async function prepareSchema(client: pg.ClientBase, schema: string): Promise<void> {
  const name = pg.escapeIdentifier(schema);
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  // `CREATE SCHEMA IF NOT EXISTS` wants a right on the database even when there is nothing to do.
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${name}`);
  await client.query(`SET search_path TO ${name}, public`);
  await client.query(createHistory);
}

async function apply(
  client: pg.ClientBase,
  schema: string,
  { name, sql, checksum }: Migration,
): Promise<void> {
  await client.query('BEGIN');
  try {
    // One simple query for the whole file: it may hold any number of statements and `$$` bodies.
    await client.query(sql);
    await client.query(
      `INSERT INTO ${historyTable} (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1)`,
      [checksum, name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`Migration ${name} of schema "${schema}" failed and was rolled back: ${reason}`, {
      cause,
    });
  }
}
