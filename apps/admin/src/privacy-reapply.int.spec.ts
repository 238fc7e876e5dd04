import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { identityContext } from '@svc/identity';
import { ErasureFile } from '@svc/privacy';
import { MasterKey } from '@svc/sealing';
import { assertMasterKey } from '@svc/service-host';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CollectedOutput } from '../test/collected-output.js';
import { reapplyErasuresOf } from './privacy-reapply.js';

const masterKey = new MasterKey(Buffer.alloc(32, 7));

let test: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  test = await createTestDatabase({ migrations: identityContext.migrations });
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'svc-reapply-'));
});
afterEach(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const list = () => path.join(dataDir, 'erasures');
const reapply = (environment: Record<string, string> = { SVC_ERASURES: list() }) =>
  reapplyErasuresOf(
    new CollectedOutput().session({
      DATABASE_URL: test.connectionString,
      SVC_DATA_DIR: dataDir,
      ...environment,
    }),
    'identity',
    masterKey,
  );
async function held(): Promise<readonly string[]> {
  const { rows } = await test.database.pool.query<{ subject: string }>(
    'SELECT subject FROM identity.data_key WHERE wrapped_key IS NOT NULL ORDER BY subject',
  );
  return rows.map(({ subject }) => subject);
}

describe('privacy reapply of a service with a database of its own', () => {
  it('destroys only the keys of the subjects in the list', async () => {
    await assertMasterKey(test.database, 'identity', masterKey);
    const subjects = ['org:demo/caller/1', 'org:demo/caller/2', 'org:demo/caller/3'];
    await test.database.pool.query(
      `INSERT INTO identity.data_key (subject, key_id, wrapped_key, wrapping_key_id, created_at)
       SELECT subject, gen_random_uuid(), $2, $3, now() FROM unnest($1::text[]) AS subject`,
      [subjects, randomBytes(64), masterKey.id],
    );
    await new ErasureFile(list(), () => undefined).add(['org:demo/caller/2', 'org:demo/caller/unknown']);
    await reapply();
    expect(await held()).toEqual(['org:demo/caller/1', 'org:demo/caller/3']);
  });

  it('given no list, is rejected', async () => {
    await expect(reapply({})).rejects.toThrow('SVC_ERASURES is not set');
  });
});
