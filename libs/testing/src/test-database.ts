import { createHash, randomBytes, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createDatabase,
  runMigrations,
  sqlState,
  type MigrationOptions,
  type PooledDatabase,
} from '@svc/postgres';
import pg from 'pg';

export interface TestDatabaseOptions {
  /** Applied to the empty database; a list when several contexts share it. */
  readonly migrations?: MigrationOptions | readonly MigrationOptions[];
  /** Default 10. */
  readonly maxConnections?: number;
  /** Address of another server than that of the run, for tests that take theirs away. */
  readonly server?: string;
}

export interface TestDatabase {
  readonly database: PooledDatabase;
  readonly connectionString: string;
  /** Closes the pool and removes the database, also when other connections are still open. */
  drop(): Promise<void>;
}

/**
 * A fresh database on the server of this test run, or of this Jest worker where there are several (SVC_TEST_DATABASE_URL, set
 * by `test/support/global-postgres.mjs`).
 * Call it in `beforeAll`, and `drop` in `afterAll`.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = options.server ?? serverAddress();
  const name = newName('test');
  const plans = [options.migrations ?? []].flat();
  const template = plans.length > 0 ? await templateOf(server, plans) : 'template1';
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const connectionString = addressOf(server, name);
  const database = createDatabase({
    connectionString,
    maxConnections: options.maxConnections ?? 10,
    applicationName: `test ${name}`,
  });
  const drop = async () => {
    await database.close();
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { database, connectionString, drop };
}

const templates = new Map<string, Promise<string>>();

/** The name of a database with these migrations: made once for each server, as a copy is had much quicker. */
async function templateOf(server: string, plans: readonly MigrationOptions[]): Promise<string> {
  const hash = createHash('sha256').update(server);
  for (const { schema, settings, folders } of plans) {
    hash.update(JSON.stringify({ schema, settings }));
    for (const folder of folders) await addFiles(hash, folder);
  }
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  const made = templates.get(name) ?? makeTemplate(server, name, plans);
  templates.set(name, made);
  return made;
}

async function addFiles(hash: Hash, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file).update(await readFile(file));
}

async function makeTemplate(
  server: string,
  name: string,
  plans: readonly MigrationOptions[],
): Promise<string> {
  const beginnings = newName('beginnings');
  await onServer(server, `CREATE DATABASE ${beginnings}`);
  try {
    const database = createDatabase({
      connectionString: addressOf(server, beginnings),
      maxConnections: 1,
      applicationName: `template ${name}`,
    });
    try {
      for (const plan of plans) await runMigrations(database, plan);
    } finally {
      await database.close();
    }
    await onServer(server, `ALTER DATABASE ${beginnings} RENAME TO ${name}`);
  } catch (error) {
    await onServer(server, `DROP DATABASE ${beginnings} WITH (FORCE)`);
    // Another process has made it meanwhile.
    if (sqlState(error) !== duplicateDatabase) throw error;
  }
  return name;
}

/** PostgreSQL's code. */
const duplicateDatabase = '42P04';

const newName = (kind: string): string => `${kind}_${randomBytes(6).toString('hex')}`;

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Of this worker's own server: an open transaction of one test holds the event horizon of all others on its server. */
function serverAddress(): string {
  const addresses = process.env['SVC_TEST_DATABASE_URL']?.split(' ') ?? [];
  const address = addresses[(Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % addresses.length];
  if (address) return address;
  throw new Error(
    'SVC_TEST_DATABASE_URL is not set: tests with a database are named *.int.spec.ts, *.fault.spec.ts or *.e2e.spec.ts.',
  );
}
