import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Environment } from '@svc/config';
import { createDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '@svc/postgres';

const repository = path.resolve(import.meta.dirname, '../../..');
const own = mkdtempSync(path.join(os.tmpdir(), 'svc-own-migrations-'));
const program = `
  import { eventStoreMigrations } from '@svc/event-store';
  import { masterKeyMigrations, runService, serviceConfig } from '@svc/service-host';
  await runService({
    context: { name: 'sample', migrations: { schema: 'sample', folders: [eventStoreMigrations, masterKeyMigrations, '${own}'] }, services: [], readModels: class {}, verifyLog: class {} },
    schema: serviceConfig,
    module: () => { throw new Error('reached the module'); },
  });`;

let folder: string;
let server: EmbeddedPostgres;
const settings = { DATABASE_URL: '', SVC_MASTER_KEY: '07'.repeat(32) };
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-run-service-'));
  const statements = {
    '20260101000000_more': 'CREATE TABLE item (id int PRIMARY KEY, price int)',
    '20260102000000_less_contract': 'ALTER TABLE item DROP COLUMN price',
  };
  for (const [name, sql] of Object.entries(statements)) {
    mkdirSync(path.join(own, name));
    writeFileSync(path.join(own, name, 'migration.sql'), sql);
  }
  chmodSync(folder, 0o755); // the server's own user must be able to enter
});
afterEach(() => server.stop());
afterAll(() => [own, folder].forEach((each) => rmSync(each, { recursive: true, force: true })));

async function givenServer(name: string, fsync: 'on' | 'off'): Promise<void> {
  const dataDir = path.join(folder, name);
  const systemDir = path.join(folder, 'system');
  server = await startEmbeddedPostgres({ dataDir, systemDir, log: () => undefined, settings: { fsync } });
  settings.DATABASE_URL = server.connectionString;
}

async function run(
  parameters: readonly string[],
  environment: Environment = {},
): Promise<{ said: string; status: number }> {
  const loader = path.join(repository, 'test/support/source-loader.mjs');
  const child = spawn(
    process.execPath,
    ['--import', loader, '--input-type=module', '-e', program, '--', 'main.js', ...parameters],
    {
      cwd: repository,
      env: {
        PATH: process.env['PATH'],
        HEALTH_HOST: '127.0.0.1',
        HEALTH_PORT: '0',
        SVC_LOG_LEVEL: 'silent',
        ...settings,
        ...environment,
      },
    },
  );
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)]);
  return { said, status: status as number };
}

it('given a database server that is not crash-safe, a service says so in one sentence and exits with 1', async () => {
  await givenServer('unsafe', 'off');
  const { said, status } = await run([]);
  expect(said).toMatch(
    /^The database server runs with fsync=off, .*: set fsync = on in its postgresql.conf and reload it\.\n$/,
  );
  expect(status).toBe(1);
});

it('told to migrate, leaves out what takes something away while it only expands, and serves nothing', async () => {
  await givenServer('safe', 'on');
  expect(await run(['migrate'], { SVC_MIGRATIONS: 'expand' })).toEqual({ said: '', status: 0 });
  expect(await appliedMigrations()).not.toContain('20260102000000_less_contract');

  expect(await run(['migrate'])).toEqual({ said: '', status: 0 });
  expect(await appliedMigrations()).toContain('20260102000000_less_contract');

  const { said, status } = await run(['migrate'], { SVC_MASTER_KEY: '08'.repeat(32) });
  expect(said).toMatch(/^[^\n]*SVC_MASTER_KEY[^\n]*\n$/);
  expect(status).toBe(1);
});

async function appliedMigrations(): Promise<readonly string[]> {
  const database = createDatabase({
    connectionString: server.connectionString,
    maxConnections: 1,
    applicationName: 'run-service-test',
  });
  try {
    const { rows } = await database.pool.query<{ migration_name: string }>(
      'SELECT migration_name FROM sample._prisma_migrations',
    );
    return rows.map((row) => row.migration_name);
  } finally {
    await database.close();
  }
}
