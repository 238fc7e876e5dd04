import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedServers, kill, rejection, socketFolderOf, sql } from '../../test/embedded-servers.js';

const servers = new EmbeddedServers();

/** A server whose socket folder is taken away; resolves with it once it has noticed. */
async function startAndLoseSocket() {
  const died = Promise.withResolvers<string>();
  const server = await servers.start({ lookEveryMs: 5, onUnexpectedExit: died.resolve });
  await sql(server, 'CREATE TABLE note AS SELECT 1 AS kept');
  rmSync(socketFolderOf(server), { recursive: true });
  expect(await died.promise).toBe('its socket was removed');
  return server;
}

describe('a socket folder that a cleaner of temporary files removes', () => {
  it('is noticed, and a restart listens at the same address again', async () => {
    const server = await startAndLoseSocket();
    await server.restart();
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
  });

  it('is not taken from another process that has created one of its name', async () => {
    const server = await startAndLoseSocket();
    const folder = socketFolderOf(server);
    mkdirSync(folder, { mode: 0o755 });
    expect((await rejection(server.restart())).message).toMatch(/is another's: remove it\.$/);
    rmSync(folder, { recursive: true });
    await server.restart();
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
  });
});

describe('socket folders that killed applications have left', () => {
  it('are removed by any later start, also when their data folder is gone; those in use stay', async () => {
    const child = await servers.startInChild();
    process.kill(child.server.pid, 'SIGKILL');
    await kill(child.process);
    rmSync(servers.dataDir, { recursive: true });
    const left = socketFolderOf(child.server);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(left, longAgo, longAgo);

    const first = await servers.start({ dataDir: `${servers.dataDir}-first` });
    expect(existsSync(left)).toBe(false);
    utimesSync(socketFolderOf(first), longAgo, longAgo);
    await servers.start({ dataDir: `${servers.dataDir}-second` });
    expect(await sql(first, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
  });
});
