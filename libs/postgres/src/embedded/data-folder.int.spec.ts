import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { becomeOrdinaryUser } from '@svc/testing';
import { asRoot, EmbeddedServers, kill, rejection, sql } from '../../test/embedded-servers.js';

const servers = new EmbeddedServers();

describe('a data folder', () => {
  it('works in a folder whose path has more than 200 characters', async () => {
    servers.dataDir = path.join(servers.playground, 'a'.repeat(100), 'b'.repeat(100), 'data');
    const server = await servers.start();
    expect(server.dataDir).toBe(servers.dataDir);
    expect(await sql(server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
  });

  asRoot(
    'given a private folder that the server can not reach, moves to the system folder, says so, and stays',
    async () => {
      const home = path.join(servers.playground, 'private-home');
      mkdirSync(home, { mode: 0o700 });
      servers.dataDir = path.join(home, 'clone', '.svc', 'postgres');
      const first = await servers.start();
      expect(first.dataDir.startsWith(`${servers.systemDir}/`)).toBe(true);
      expect(servers.messages.join('\n')).toContain(
        `can't reach ${servers.dataDir}; the database is in ${first.dataDir}`,
      );
      expect(readFileSync(path.join(first.dataDir, 'belongs-to'), 'utf8').trim()).toBe(servers.dataDir);
      await sql(first, 'CREATE TABLE note AS SELECT 1 AS kept');
      await first.stop();

      chmodSync(home, 0o755); // within reach from now on: the data must not seem to be gone
      const second = await servers.start();
      expect(second.dataDir).toBe(first.dataDir);
      expect(await sql(second, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
    },
  );

  asRoot('given two private folders, keeps their databases apart', async () => {
    const home = path.join(servers.playground, 'private-pair');
    mkdirSync(home, { mode: 0o700 });
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => servers.start({ dataDir: path.join(home, name) })),
    );
    expect(one?.dataDir).not.toBe(two?.dataDir);
  });

  asRoot(
    'given a database that has moved out of the reach of its user, refuses instead of starting an empty one',
    async () => {
      const home = path.join(servers.playground, 'closed-later');
      mkdirSync(home, { mode: 0o755 });
      servers.dataDir = path.join(home, 'data');
      await (await servers.start()).stop();
      chmodSync(home, 0o700);
      expect((await rejection(servers.start())).message).toMatch(/out of reach of its user .*\(chmod o\+x\)/);
    },
  );

  it('given a folder that can not be made, says so in one sentence', async () => {
    writeFileSync(path.join(servers.playground, 'a-file'), '');
    const { message } = await rejection(
      servers.start({ dataDir: path.join(servers.playground, 'a-file', 'data') }),
    );
    expect(message).toMatch(
      /^The data folder .*a-file\/data can't be written \(ENOTDIR\): .*SVC_DATA_DIR\.$/,
    );
  });

  it('given a tool that only looks, refuses a folder without a database and leaves it as it is', async () => {
    const { message } = await rejection(servers.start({ mustExist: true }));
    expect(message).toMatch(/^There is no database in .*SVC_DATA_DIR.*\.$/);
    expect(existsSync(servers.dataDir)).toBe(false);
    await (await servers.start()).stop();
    await expect(servers.start({ mustExist: true })).resolves.toBeDefined();
  });

  it('given a folder without its password file, says so instead of failing later', async () => {
    await (await servers.start()).stop();
    rmSync(path.join(servers.dataDir, 'password'));
    expect((await rejection(servers.start())).message).toMatch(/password file .* is missing/);
  });
});

describe('as an ordinary user', () => {
  const becomeUser = () => becomeOrdinaryUser(path.join(servers.playground, 'repository'));

  asRoot('runs under that user, whose files stay usable for root', async () => {
    const user = becomeUser();
    mkdirSync(servers.dataDir, { mode: 0o700 });
    chownSync(servers.dataDir, user.identity.uid ?? 0, user.identity.gid ?? 0);
    const child = await servers.startInChild({ user });
    expect(statSync(path.join(servers.dataDir, 'cluster')).uid).toBe(user.identity.uid);
    expect(statSync(`/proc/${child.server.pid}`).uid).toBe(user.identity.uid);
    await sql(child.server, 'CREATE TABLE note AS SELECT 1 AS kept');
    await kill(child.process);

    chmodSync(servers.dataDir, 0o711);
    const server = await servers.start(); // as root: the server still runs as the owner of its files
    expect(statSync(`/proc/${server.pid}`).uid).toBe(user.identity.uid);
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
  });

  asRoot('given a folder of somebody else, says so in one sentence', async () => {
    mkdirSync(servers.dataDir, { mode: 0o755 });
    expect((await rejection(servers.startInChild({ user: becomeUser() }))).message).toMatch(
      /can't be written \(EACCES\): make it writable/,
    );
  });
});
