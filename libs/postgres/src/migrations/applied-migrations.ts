import { StartupError } from '@svc/errors';
import pg from 'pg';
import type { PooledDatabase } from '../create-database.js';
import { readMigrations, type Migration } from './migration-files.js';
import type { MigrationOptions } from './migration-options.js';

/** The history table of Prisma Migrate, as this library and Prisma's own tools write it. */
export const historyTable = '_prisma_migrations';

/** A row of the history. */
export interface AppliedMigration {
  readonly migration_name: string;
  readonly checksum: string;
}

/** The migrations of the database are not those of this release, and nothing converts them. */
export class OtherReleaseError extends StartupError {
  constructor(
    readonly schema: string,
    readonly migration: string,
  ) {
    super(
      `The schema "${schema}" of this database was made by another release, whose migration ${migration} is not that of ` +
        'this one, and nothing converts it: to start over name an empty database in DATABASE_URL; if you have edited that ' +
        'file, restore it and put the change into a new migration.',
    );
  }
}

/** For tools that read a database and change nothing of it. @throws OtherReleaseError */
export async function assertSameRelease(
  database: PooledDatabase,
  { schema, folders, withoutContract = false }: MigrationOptions,
): Promise<void> {
  const history = `${pg.escapeIdentifier(schema)}.${historyTable}`;
  const { rows: found } = await database.query<{ table: string | null }>({
    name: 'postgres.find_history',
    text: 'SELECT to_regclass($1)::text AS table',
    values: [history],
  });
  if (found.every(({ table }) => table === null)) return;
  const { rows } = await database.query<AppliedMigration>({
    name: `postgres.read_history_${schema}`,
    text: selectApplied(history),
    values: [],
  });
  pendingMigrations(schema, await readMigrations(folders), rows, withoutContract);
}

export function selectApplied(history: string): string {
  return `SELECT migration_name, checksum FROM ${history} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
}

/**
 * The migrations that a database lacks. One that is ahead, with all of ours and more, lacks none: a release that is
 * being replaced keeps running next to its successor.
 * @param withoutContract leaves out those that take away what the release before still uses
 * @throws OtherReleaseError when it has another migration under one of our names, or one that we don't know while it
 * lacks one that we have
 */
export function pendingMigrations(
  schema: string,
  migrations: readonly Migration[],
  rows: readonly AppliedMigration[],
  withoutContract = false,
): readonly Migration[] {
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) throw new OtherReleaseError(schema, changed.name);
  const pending = migrations.filter(
    ({ name, isContract }) => !applied.has(name) && !(withoutContract && isContract),
  );
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = rows.find(({ migration_name: name }) => !known.has(name));
  if (unknown && pending.length > 0) throw new OtherReleaseError(schema, unknown.migration_name);
  return pending;
}
