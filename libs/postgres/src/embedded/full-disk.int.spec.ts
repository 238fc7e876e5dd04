import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { canMountDisks, SmallDisk } from '@svc/testing';
import { EmbeddedServers, rejection, sql } from '../../test/embedded-servers.js';
import { DiskFullError } from './disk-space.js';
import type { EmbeddedPostgres } from './start-embedded-postgres.js';

/** Cases that need a disk of their own; where none can be mounted they don't exist. */
const onSmallDisk = (name: string, test: () => Promise<void>) =>
  canMountDisks() ? it(name, test) : undefined;

const megabyte = 1024 * 1024;
const space = { minFree: 40 * megabyte, reserve: 32 * megabyte };
const servers = new EmbeddedServers();
let disk: SmallDisk | undefined;
let writeStops: boolean[];
let died: PromiseWithResolvers<string>;

beforeEach(() => {
  writeStops = [];
  died = Promise.withResolvers();
});
afterEach(() => disk?.unmount());

const often = 5;
/** Not within a test: the disk gets full between two looks. */
const seldom = 600_000;

/** A server with one row on a disk of 300 MB. */
async function startOnDisk(lookEveryMs: number): Promise<{ server: EmbeddedPostgres; disk: SmallDisk }> {
  disk = SmallDisk.mount(300);
  servers.dataDir = disk.dataDir;
  const server = await servers.start({
    space,
    lookEveryMs,
    onWriteStop: (isStopped) => writeStops.push(isStopped),
    onUnexpectedExit: (reason) => died.resolve(reason),
  });
  await sql(server, 'CREATE TABLE note AS SELECT 1 AS kept');
  return { server, disk };
}

const notes = (server: EmbeddedPostgres) => sql(server, 'SELECT kept FROM note ORDER BY kept');
const addNote = (server: EmbeddedPostgres, kept: number) => sql(server, `INSERT INTO note VALUES (${kept})`);

/** Writes only to the server's log, until it finds no space: a server may survive that once, and not the next time. */
async function fillLog(server: EmbeddedPostgres): Promise<void> {
  const more = `SELECT pg_logical_emit_message(true, 'filler', repeat('x', ${megabyte}))`;
  let hasDied = false;
  void died.promise.then(() => (hasDied = true));
  while (!hasDied) await sql(server, more).catch(() => undefined);
}

async function untilWriteStopsAre(expected: readonly boolean[]): Promise<void> {
  while (writeStops.length < expected.length) await new Promise((resolve) => setImmediate(resolve));
  expect(writeStops).toEqual(expected);
}

describe('a disk that gets full', () => {
  onSmallDisk('stops what would change something, until there is space again; reading goes on', async () => {
    const { server, disk } = await startOnDisk(often);
    disk.fillBut(20);
    await untilWriteStopsAre([true]);
    await expect(addNote(server, 2)).rejects.toMatchObject({ code: '25006' });
    expect(await notes(server)).toEqual([{ kept: 1 }]);

    disk.clear();
    await untilWriteStopsAre([true, false]);
    await addNote(server, 2);
    expect(await notes(server)).toEqual([{ kept: 1 }, { kept: 2 }]);
  });

  onSmallDisk(
    'faster than it is looked at ends the server, which comes back for reading in the space of its reserve',
    async () => {
      const { server, disk } = await startOnDisk(seldom);
      disk.fillBut(1);
      await fillLog(server);

      await server.restart();
      expect(writeStops).toEqual([true]);
      await expect(addNote(server, 2)).rejects.toMatchObject({ code: '25006' });
      expect(await notes(server)).toEqual([{ kept: 1 }]);
    },
  );

  onSmallDisk(
    'with no reserve left keeps the server away, and says why without a word of corruption',
    async () => {
      const { server, disk } = await startOnDisk(seldom);
      rmSync(path.join(servers.dataDir, 'reserve'));
      disk.fillBut(1);
      await fillLog(server);

      const error = await rejection(server.restart());
      expect(error).toBeInstanceOf(DiskFullError);
      expect(error.message).toMatch(/^The disk of .*data is full, .* free some space, and start again\.$/);
      disk.clear();
      await server.restart();
      expect(await notes(server)).toEqual([{ kept: 1 }]);
    },
  );

  onSmallDisk('refuses a start, and the next with space takes changes again', async () => {
    const { server, disk } = await startOnDisk(often);
    disk.fillBut(20);
    await untilWriteStopsAre([true]);
    await server.stop();
    expect((await rejection(servers.start({ space }))).message).toMatch(
      /is full, or as good as \(\d+ MB are left\)/,
    );

    disk.clear();
    await addNote(await servers.start({ space }), 2);
  });
});
