import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { StartupError } from '@svc/errors';
import {
  configuration as schema,
  migrate,
  openDatabase,
  openInstallation,
  type StandaloneDatabase,
  withDatabase,
} from '@svc/installation';
import { silentLogger } from '@svc/telemetry';
import { createStandalone } from './standalone.js';

const nobody = { onServerReturned: async () => undefined, onServerLost: () => undefined };
const silent = (): void => undefined;

let folder: string;
const dataDir = (): string => path.join(folder, 'installation');
const configuration = () => loadConfig(schema, { SVC_DATA_DIR: dataDir(), PORT: '0' });

async function inDatabase<Result>(work: (database: StandaloneDatabase) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(configuration(), silent, silentLogger, nobody);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const installation = () => openInstallation(dataDir(), silent);
const history = (database: StandaloneDatabase) =>
  database.pool.query({
    name: 'test.history',
    text: `SELECT migration_name, checksum FROM identity._prisma_migrations ORDER BY 1`,
    values: [],
  });

/** A data folder of another release: the same names, other file contents. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-other-release-'));
  chmodSync(folder, 0o755); // the server's own user must be able to enter
  await inDatabase(async (database) => {
    await migrate(database, installation(), configuration(), silent);
    await database.pool.query({
      name: 'test.other_release',
      text: `UPDATE identity._prisma_migrations SET checksum = repeat('0', 64) WHERE migration_name ~ 'identity'`,
      values: [],
    });
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a data folder of another release', () => {
  it.each([
    [
      'a start',
      () =>
        createStandalone({
          configuration: configuration(),
          logger: silentLogger,
          say: silent,
          onDatabaseLost: silent,
        }).lifecycle.start(),
    ],
    [
      'a command that opens it',
      () => withDatabase({ configuration: configuration(), warn: silent }, async () => undefined),
    ],
  ])('is refused by %s in one sentence that says how to start over', async (_name, open) => {
    const refusal: unknown = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    const { message } = refusal as StartupError;
    expect(message).toMatch(/was made by another release, .*: to start over, move that away and start again/);
    expect(message).toContain(`What ${dataDir()} `);
    expect(message).not.toContain('\n');
  });

  it('stays as it is, and a new one can be created once it is moved away', async () => {
    const before = await inDatabase(history);
    expect(before.rows).toContainEqual({
      migration_name: expect.any(String),
      checksum: '0'.repeat(64),
    });
    renameSync(dataDir(), `${dataDir()}.old`);
    await inDatabase((database) => migrate(database, installation(), configuration(), silent));
    expect(existsSync(`${dataDir()}.old`)).toBe(true);
    const { rows } = await inDatabase(history);
    expect(rows).not.toEqual(before.rows);
  });
});
