import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import {
  contexts,
  deriveMasterKeys,
  migrate,
  nextMasterKey,
  openDatabase,
  openInstallation,
} from '@svc/installation';
import { MasterKey } from '@svc/sealing';
import { silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CollectedOutput } from '../test/collected-output.js';
import { rewrapContext, rewrapInstallation } from './rewrap.js';

let test: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'svc-rewrap-'));
});
afterEach(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const session = () =>
  new CollectedOutput().session({ DATABASE_URL: test.connectionString, SVC_DATA_DIR: dataDir });
const keyFile = () => readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim();
const silent = () => undefined;

/** How a start uses master keys. */
async function start(): Promise<void> {
  const watch = { onServerReturned: async () => undefined, onServerLost: silent };
  const database = await openDatabase(session().configuration, silent, silentLogger, watch);
  try {
    await migrate(database, openInstallation(dataDir, silent), session().configuration, silent);
  } finally {
    await database.close();
  }
}
const knownKeys = async (context: string) =>
  (await test.database.pool.query<{ key_id: string }>(`SELECT key_id FROM ${context}.master_key`)).rows.map(
    ({ key_id }) => key_id,
  );

describe('keys rewrap of an installation', () => {
  it('gives every context a key from a new file, keeps the former file next to it, and starts work again', async () => {
    await start();
    const before = keyFile();
    await rewrapInstallation(session());
    const after = keyFile();
    expect(after).toMatch(/^[0-9a-f]{64}$/);
    expect(after).not.toBe(before);
    const keys = deriveMasterKeys(after);
    for (const [context, { id }] of Object.entries(keys)) expect(await knownKeys(context)).toEqual([id]);
    expect(Object.keys(keys)).toEqual(contexts.map(({ name }) => name));
    expect(new Set(Object.values(keys).map(({ id }) => id)).size).toBe(contexts.length);
    const [former = '', ...others] = readdirSync(dataDir).filter((name) => name.includes('former'));
    expect(others).toEqual([]);
    expect(readFileSync(path.join(dataDir, former), 'utf8').trim()).toBe(before);
    for (const name of [former, 'master.key'])
      expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
    expect(existsSync(path.join(dataDir, 'master.key.next'))).toBe(false);
    await start();
  });

  it('interrupted between two contexts, blocks starts, and is finished by the same command', async () => {
    await start();
    const [before, next] = [keyFile(), nextMasterKey(dataDir)];
    const [from, to] = [deriveMasterKeys(before), deriveMasterKeys(next)];
    await rewrapContext(session(), 'identity', { from: from.identity, to: to.identity });
    const refusal: unknown = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect((refusal as Error).message).toMatch(/keys rewrap/);
    expect(keyFile()).toBe(before);

    await rewrapInstallation(session());
    expect(keyFile()).toBe(next);
    await start();
  });

  it('given a key file of another database, is rejected and changes neither', async () => {
    await start();
    const ids = await knownKeys('identity');
    rmSync(path.join(dataDir, 'master.key'));
    await expect(rewrapInstallation(session())).rejects.toThrow(/There is no master key/);
    expect(existsSync(path.join(dataDir, 'master.key'))).toBe(false);
    openInstallation(dataDir, silent);
    const other = keyFile();
    await expect(rewrapInstallation(session())).rejects.toThrow(/old master key opens nothing in identity/);
    expect(keyFile()).toBe(other);
    expect(await knownKeys('identity')).toEqual(ids);
  });
});

it('keys rewrap of a single service does not touch the other contexts', async () => {
  await start();
  const [before, other] = [keyFile(), await knownKeys('conversations')];
  const to = new MasterKey(Buffer.alloc(32, 3));
  await rewrapContext(session(), 'identity', { from: deriveMasterKeys(before).identity, to });
  expect(await knownKeys('identity')).toEqual([to.id]);
  expect(await knownKeys('conversations')).toEqual(other);
  expect(keyFile()).toBe(before);
});
