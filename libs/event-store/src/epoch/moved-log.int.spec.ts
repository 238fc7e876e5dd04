import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDatabase,
  runMigrations,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type PooledDatabase,
} from '@svc/postgres';
import { deposited, opened } from '../../test/account.js';
import {
  metadata,
  newAccountStream,
  openStore,
  schema,
  settledLog,
  subject,
  tenant,
} from '../../test/account-log.js';
import { eventLogSettings, eventStoreMigrations } from '../event-store-migrations.js';
import { logStart } from '../reading/read-log.js';
import { emptyStreamHead } from '../stream-head.js';
import { verifyStreams } from '../verification/verify-streams.js';
import { assertLogEpoch, beginLogEpoch } from './log-epoch.js';

/** The procedure of docs/scale.md, by its own statements. */
let folder: string;
let [source, target]: EmbeddedPostgres[] = [];
let database: PooledDatabase;

const open = ({ connectionString }: EmbeddedPostgres) =>
  createDatabase({ connectionString, maxConnections: 5, applicationName: 'moved' });
const start = (name: string) =>
  startEmbeddedPostgres({
    dataDir: path.join(folder, name),
    log: () => undefined,
    // The second is only for tests: a separate folder would have to belong to the server's user.
    settings: { wal_level: 'logical', allow_in_place_tablespaces: 'on' },
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'svc-moved-'));
  [source, target] = await Promise.all([start('source'), start('target')]);
  database = open(source);
  await runMigrations(database, { schema, folders: [eventStoreMigrations] });
});
afterAll(async () => {
  await database.close();
  for (const server of [source, target]) {
    await server?.stop();
    if (server) await rm(server.dataDir, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
});

const reached = (of: PooledDatabase) => ({
  database: of,
  connectionString: '',
  drop: () => Promise.resolve(),
});
const storeOf = (of: PooledDatabase) => openStore(reached(of));
const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };

/** A new stream of two events. */
async function appended(): Promise<string> {
  const streamId = newAccountStream();
  const store = storeOf(database);
  const { head } = await store.append(database, { ...begin, streamId, events: [opened('Ada')] });
  await store.append(database, { ...begin, streamId, expected: head, events: [deposited(1)] });
  return streamId;
}

const sql = (text: string) => database.pool.query(text);
const countIn = async (of: PooledDatabase): Promise<number> => {
  const { rows } = await of.pool.query<{ events: number }>('SELECT count(*)::int AS events FROM bank.event');
  return rows[0]?.events ?? 0;
};

describe('a log that is moved in parts', () => {
  it('given a partition in another tablespace, and rebuilt indexes, is unchanged', async () => {
    for (let nth = 0; nth < 20; nth++) await appended();
    const before = await storeOf(database).readLog(database, logStart, 100);
    await sql(`CREATE TABLESPACE far LOCATION ''`);
    await sql('ALTER TABLE bank.event_1 SET TABLESPACE far');
    await sql('REINDEX (TABLESPACE far, CONCURRENTLY) TABLE bank.event_1');
    expect(await storeOf(database).readLog(database, logStart, 100)).toEqual(before);
    await appended();
    expect(await verifyStreams(database, schema)).toEqual({ streams: 21, events: 42, violations: [] });
  });

  it('given a stream that is removed, works without it, and has it again when it is restored', async () => {
    const streamId = await appended();
    const store = storeOf(database);
    const stream = await store.readStream(database, streamId);
    const events = await countIn(database);
    await sql(`CREATE TABLE archived AS SELECT * FROM bank.event WHERE stream_id = '${streamId}'`);
    await sql(`DELETE FROM bank.event WHERE stream_id = '${streamId}'`);
    expect(await store.readStream(database, streamId)).toEqual([]);
    expect(await verifyStreams(database, schema)).toMatchObject({ events: events - 2, violations: [] });
    await sql('INSERT INTO bank.event OVERRIDING SYSTEM VALUE SELECT * FROM archived');
    expect(await store.readStream(database, streamId)).toEqual(stream);
    expect(await verifyStreams(database, schema)).toMatchObject({ events, violations: [] });
  });

  it('replicated during writes to a server with another number of partitions, continues there in a new epoch', async () => {
    await appended();
    await sql('CREATE PUBLICATION moved FOR TABLES IN SCHEMA bank WITH (publish_via_partition_root = true)');
    const there = open(target as EmbeddedPostgres);
    try {
      await runMigrations(there, { schema, folders: [eventStoreMigrations], settings: eventLogSettings(7) });
      await there.pool.query('TRUNCATE bank.event_epoch, bank._prisma_migrations');
      await there.pool.query(
        `CREATE SUBSCRIPTION moved CONNECTION '${source?.connectionString}' PUBLICATION moved`,
      );
      const streamId = await appended();
      const events = await countIn(database);
      while ((await countIn(there)) < events);
      await there.pool.query('DROP SUBSCRIPTION moved');

      await expect(assertLogEpoch(there, schema)).rejects.toThrow('new-epoch bank');
      expect(await beginLogEpoch(there, schema)).toEqual({ epoch: 2, isNew: true });

      const before = await storeOf(database).readLog(database, logStart, 100);
      const store = storeOf(there);
      expect(await settledLog(store, reached(there), events)).toEqual(before);
      const { head } = await store.loadStream(there, { tenantId: tenant, streamId });
      const next = { ...begin, streamId, expected: head, events: [deposited(2)] };
      const { recorded } = await store.append(there, next);
      expect(recorded).toMatchObject([{ epoch: 2, streamVersion: 3 }]);
      expect(recorded[0]?.position).toBeGreaterThan(before.at(-1)?.position ?? 0n);
      expect(await verifyStreams(there, schema)).toMatchObject({ events: events + 1, violations: [] });
    } finally {
      await there.close();
    }
  });
});
