import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { becomeOrdinaryUser, copyRepository } from '@svc/testing';
import { makeTemporaryFolder, movedDatabases, removeFolder } from '../support/data-folder.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { expectOneSentence } from '../support/one-sentence.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

const isRoot = process.getuid?.() === 0;
/** Cases that only root can be in; for another user they don't exist. */
const asRoot = (name: string, test: () => Promise<void>) => (isRoot ? it(name, test) : undefined);

const system = new StandaloneFixture();

/** A clone in a home of its own, on a disk, where it can be links to the files of this one. */
let home: string;
beforeAll(() => {
  home = makeTemporaryFolder('svc-e2e-', os.tmpdir());
});
afterAll(() => removeFolder(home));
const clone = () => path.join(home, 'clone');

asRoot(
  'a data folder of a clone in a private home, started by root: the database moves, and the start says where',
  async () => {
    chmodSync(home, 0o700);
    copyRepository(clone());
    const repository = clone();
    const dataDir = path.join(repository, '.svc');

    const first = await system.start({ repository, dataDir, isFirst: true });
    const [moved] = movedDatabases(home);
    expect(moved).toBeDefined();
    expect(first.output).toContain(`the database is in ${moved}`);
    const client = await signInAsDemoUser(first.baseUrl, first.credentials());
    const { id } = await beginConversation(client, first.credentials().service_id);
    await first.stop();

    const second = await system.start({ repository, dataDir });
    const again = await signInAsDemoUser(second.baseUrl, second.credentials());
    expect((await again.messages(id)).messages).toHaveLength(1);
  },
);

describe('as an ordinary user', () => {
  let user: ReturnType<typeof becomeOrdinaryUser>;
  beforeAll(() => {
    chmodSync(home, 0o711);
    user = becomeOrdinaryUser(clone());
  });

  it('everything runs under that user, its secrets are closed to others, and the path of the data folder may have 200 characters', async () => {
    const dataDir = path.join(system.folder, 'a'.repeat(100), 'b'.repeat(100));
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    chownSync(dataDir, user.identity.uid ?? -1, user.identity.gid ?? -1);
    const standalone = await system.start({ ...user, dataDir, isFirst: true });
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    await beginConversation(client, standalone.credentials().service_id);

    const owner = statSync(dataDir).uid;
    expect(statSync(path.join(dataDir, 'postgres', 'cluster')).uid).toBe(owner);
    for (const name of ['credentials.json', 'master.key']) {
      const { uid, mode } = statSync(path.join(dataDir, name));
      expect({ name, uid, mode: mode & 0o777 }).toEqual({ name, uid: owner, mode: 0o600 });
    }
  });

  it('a start on a data folder that this user may not write to says so', async () => {
    mkdirSync(system.dataDir, { mode: 0o500 });
    expectOneSentence(await system.runToItsEnd(user), /SVC_DATA_DIR/);
  });
});
