import { randomBytes } from 'node:crypto';
import { createDatabase, runMigrations, type MigrationOptions, type PooledDatabase } from '@svc/postgres';
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
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = options.server ?? serverAddress();
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connectionString = url.href;
  const database = createDatabase({
    connectionString,
    maxConnections: options.maxConnections ?? 10,
    applicationName: `test ${name}`,
  });
  const drop = async () => {
    await database.close();
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  try {
    for (const plan of [options.migrations ?? []].flat()) await runMigrations(database, plan);
  } catch (error) {
    await drop();
    throw error;
  }
  return { database, connectionString, drop };
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
