import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { StartupError } from '@svc/errors';
import { configuration as schema, withDatabase } from '@svc/installation';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@svc/postgres';
import { silentLogger } from '@svc/telemetry';
import { createStandalone } from './standalone.js';

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

const configuration = () =>
  loadConfig(schema, {
    DATABASE_URL: server.connectionString,
    SVC_DATA_DIR: path.join(folder, 'installation'),
    PORT: '0',
  });

it.each([
  [
    'a start',
    () =>
      createStandalone({
        configuration: configuration(),
        logger: silentLogger,
        say: () => undefined,
        onDatabaseLost: () => undefined,
      }).lifecycle.start(),
  ],
  [
    'a command that opens the database itself',
    () => withDatabase({ configuration: configuration(), warn: () => undefined }, async () => undefined),
  ],
])('given a server that a crash can destroy, %s is refused', async (_name, open) => {
  const refusal: unknown = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartupError);
  expect((refusal as StartupError).message).toMatch(
    /^The database server runs with fsync=off, .*: set fsync = on/,
  );
});
