import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@svc/postgres';

const repository = path.resolve(import.meta.dirname, '../../..');
const program = `
  import { runService, serviceConfig } from '@svc/service-host';
  await runService({
    context: { name: 'sample', migrations: { schema: 'sample', folders: [] }, services: [], readModels: class {}, verifyLog: class {} },
    schema: serviceConfig,
    module: () => { throw new Error('reached the module'); },
  });`;

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-unsuitable-'));
  chmodSync(folder, 0o755); // the server's own user must be able to enter
  const dataDir = path.join(folder, 'server');
  const systemDir = path.join(folder, 'system');
  server = await startEmbeddedPostgres({
    dataDir,
    systemDir,
    log: () => undefined,
    settings: { fsync: 'off' },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('given a database server that is not crash-safe, a service says so in one sentence and exits with 1', async () => {
  const loader = path.join(repository, 'test/support/source-loader.mjs');
  const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '-e', program], {
    cwd: repository,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: server.connectionString,
      HEALTH_HOST: '127.0.0.1',
      HEALTH_PORT: '0',
      SVC_LOG_LEVEL: 'silent',
      SVC_MASTER_KEY: '07'.repeat(32),
    },
  });
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)]);
  expect(said).toMatch(
    /^The database server runs with fsync=off, .*: set fsync = on in its postgresql.conf and reload it\.\n$/,
  );
  expect(status).toBe(1);
});
