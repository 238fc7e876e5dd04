import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedServers, isRoot, kill, socketFolderOf, sql } from '../../test/embedded-servers.js';
import { identifyProcess } from './process-identity.js';

const servers = new EmbeddedServers({ hasStarted: true });

describe('after a crash', () => {
  it('given a killed application, shuts its orphaned server down and keeps every committed row', async () => {
    const child = await servers.startInChild();
    await sql(child.server, 'CREATE TABLE note AS SELECT 1 AS kept');
    await kill(child.process);
    expect(identifyProcess(child.server.pid)).toBeDefined();

    const server = await servers.start();
    expect(identifyProcess(child.server.pid)).toBeUndefined();
    expect(servers.messages).toContain('Shutting down the database server that a crash has left running …');
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
    expect(() => statSync(socketFolderOf(child.server))).toThrow('ENOENT');
  });

  it('given an orphaned server that is stopped (SIGSTOP), shuts it down as well', async () => {
    const child = await servers.startInChild();
    process.kill(child.server.pid, 'SIGSTOP');
    await kill(child.process);
    await servers.start();
    expect(identifyProcess(child.server.pid)).toBeUndefined();
  });

  it('given application and server killed at once in the middle of a statement, recovers', async () => {
    const child = await servers.startInChild();
    await sql(child.server, 'CREATE TABLE note AS SELECT 1 AS kept');
    // For ever, and without filling the disk.
    const endless = 'DO $$ BEGIN INSERT INTO note VALUES (2); LOOP END LOOP; END $$';
    const busy = sql(child.server, endless).catch(() => undefined);
    await untilTrue(
      child.server,
      `SELECT count(*) > 0 AS yes FROM pg_stat_activity WHERE query LIKE 'DO $$ BEGIN INSERT%'`,
    );
    process.kill(child.server.pid, 'SIGKILL');
    await kill(child.process);

    const server = await servers.start();
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
    await busy;
  });

  it('given a process number in postmaster.pid that now belongs to a stranger, starts all the same', async () => {
    const child = await servers.startInChild();
    process.kill(child.server.pid, 'SIGKILL');
    await kill(child.process);
    const file = path.join(servers.dataDir, 'cluster', 'postmaster.pid');
    const stranger = spawn('sleep', ['600'], { ...sameUserAs(file), cwd: '/' });
    servers.endWithTest(stranger);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));

    await servers.start();
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it('given a server that dies while the application runs, tells the application, and restarts under the same address', async () => {
    const died = Promise.withResolvers<string>();
    const server = await servers.start({ onUnexpectedExit: died.resolve });
    await sql(server, 'CREATE TABLE note AS SELECT 1 AS kept');
    const before = server.pid;
    process.kill(server.pid, 'SIGKILL');
    expect(await died.promise).toBe('ended by SIGKILL');

    await server.restart();
    expect(server.pid).not.toBe(before);
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
  });

  it('given an orderly stop, does not report an unexpected exit', async () => {
    const reports: string[] = [];
    const server = await servers.start({ onUnexpectedExit: (reason) => reports.push(reason) });
    await server.stop();
    expect(reports).toEqual([]);
  });

  it('given a creation that was cut off, starts over and cleans up', async () => {
    servers.dataDir = path.join(servers.playground, 'cut-off');
    mkdirSync(path.join(servers.dataDir, 'cluster-draft-0badcafe'), { recursive: true });
    writeFileSync(path.join(servers.dataDir, 'cluster-draft-0badcafe', 'PG_VERSION'), '18\n');
    const server = await servers.start();
    expect(await sql(server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
    expect(() => statSync(path.join(servers.dataDir, 'cluster-draft-0badcafe'))).toThrow('ENOENT');
  });
});

function sameUserAs(file: string): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(file);
  return isRoot ? { uid, gid } : {};
}

async function untilTrue(server: { connectionString: string }, text: string): Promise<void> {
  while ((await sql(server, text))[0]?.['yes'] !== true);
}
