import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { becomeOrdinaryUser, copyRepository } from '@svc/testing';
import { makeTemporaryFolder, movedDatabases, removeFolder } from '../support/data-folder.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';

const isRoot = process.getuid?.() === 0;
/** Cases that only root can be in; for another user they don't exist. */
const asRoot = (name: string, test: () => Promise<void>) => (isRoot ? it(name, test) : undefined);

const system = new StandaloneFixture();

describe('a data folder', () => {
  it('whose path has 200 characters serves as well', async () => {
    const dataDir = path.join(system.folder, 'a'.repeat(100), 'b'.repeat(100));
    const standalone = await system.start({ dataDir, isFirst: true });
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    await beginConversation(client, standalone.credentials().service_id);
  });

  asRoot(
    'of a clone in a private home, started by root: the database moves, and the start says where',
    async () => {
      const home = path.join(system.makeDiskFolder(), 'home');
      mkdirSync(home, { mode: 0o700 });
      const repository = path.join(home, 'clone');
      copyRepository(repository);
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
});

describe('as an ordinary user', () => {
  let home: string;
  let user: ReturnType<typeof becomeOrdinaryUser>;

  beforeAll(() => {
    home = makeTemporaryFolder('svc-e2e-', os.tmpdir());
    user = becomeOrdinaryUser(path.join(home, 'clone'));
  });
  afterAll(() => removeFolder(home));

  it('everything runs under that user, and its secrets are closed to others', async () => {
    chmodSync(system.folder, 0o755);
    mkdirSync(system.dataDir, { mode: 0o755 });
    chownSync(system.dataDir, user.identity.uid ?? -1, user.identity.gid ?? -1);
    const standalone = await system.start({ ...user, isFirst: true });
    const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
    await beginConversation(client, standalone.credentials().service_id);

    const owner = statSync(system.dataDir).uid;
    expect(statSync(path.join(system.dataDir, 'postgres', 'cluster')).uid).toBe(owner);
    for (const name of ['credentials.json', 'master.key']) {
      const { uid, mode } = statSync(path.join(system.dataDir, name));
      expect({ name, uid, mode: mode & 0o777 }).toEqual({ name, uid: owner, mode: 0o600 });
    }
  });
});
