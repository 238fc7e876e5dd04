import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedServers, kill, rejection, socketFolderOf, sql } from '../../test/embedded-servers.js';
import { findRunningPostgres } from './find-running-postgres.js';
import { identifyProcess } from './process-identity.js';

const servers = new EmbeddedServers({ hasStarted: true });

describe('an orderly life', () => {
  it('given a stop and a second start, finds all data again', async () => {
    const first = await servers.start();
    await sql(first, 'CREATE TABLE note AS SELECT 42 AS answer');
    await first.stop();
    const second = await servers.start();
    expect(await sql(second, 'SELECT answer FROM note')).toEqual([{ answer: 42 }]);
    expect(second.dataDir).toBe(servers.dataDir);
  });

  it('can be found by other processes for as long as it runs', async () => {
    const find = () => findRunningPostgres(servers.dataDir);
    expect(find()).toBeUndefined();
    const server = await servers.start();
    expect(find()).toBe(server.connectionString);
    await server.stop();
    expect(find()).toBeUndefined();
  });

  it('leaves no process and no socket folder behind', async () => {
    const server = await servers.start();
    const socketFolder = socketFolderOf(server);
    await server.stop();
    expect(identifyProcess(server.pid)).toBeUndefined();
    expect(() => statSync(socketFolder)).toThrow('ENOENT');
  });

  it('is as durable as a server can be, and has room for the pool and its helpers', async () => {
    const settings = await sql(
      await servers.start(),
      `SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections') ORDER BY name`,
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'max_connections', setting: '60' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('listens only on a socket in a private folder, behind a password that only its owner can read', async () => {
    const server = await servers.start();
    expect(await sql(server, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(statSync(socketFolderOf(server)).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(servers.dataDir, 'password')).mode & 0o777).toBe(0o600);
    const stranger = new URL(server.connectionString);
    stranger.password = 'guessed';
    await expect(sql({ connectionString: stranger.href }, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('given an application that exits without a stop, ends too and needs no recovery', async () => {
    const child = await servers.startInChild({ afterwards: 'process.exit(0);' });
    await untilGone(child.server.pid);
    const lines: string[] = [];
    await servers.start({ serverLog: (line) => lines.push(line) });
    expect(lines.join('\n')).toContain('database system was shut down');
    expect(lines.join('\n')).not.toContain('recovery');
  });
});

describe('a second start on the same folder', () => {
  it('given the same application, is refused and leaves the first alone', async () => {
    const server = await servers.start();
    expect((await rejection(servers.start())).message).toMatch(/already in use by this process itself/);
    expect(await sql(server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
  });

  it('given another application, is refused with its process number until that one ends', async () => {
    const child = await servers.startInChild();
    const { message } = await rejection(servers.start());
    expect(message).toContain(
      `${servers.dataDir} is already in use by process ${child.process.pid}: stop it first`,
    );
    expect(await sql(child.server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
    await kill(child.process);
    await servers.start();
  });
});

async function untilGone(pid: number): Promise<void> {
  while (identifyProcess(pid)) await new Promise((resolve) => setImmediate(resolve));
}
