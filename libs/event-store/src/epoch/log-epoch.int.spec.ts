import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import {
  createDatabase,
  runMigrations,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type PooledDatabase,
} from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { deposited, opened } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  schema,
  settledLog,
  subject,
  tenant,
} from '../../test/account-log.js';
import { restoreLog } from '../../test/restore-log.js';
import { eventStoreMigrations } from '../event-store-migrations.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { logStart } from '../reading/read-log.js';
import { emptyStreamHead } from '../stream-head.js';
import { verifyStreams } from '../verification/verify-streams.js';
import { assertLogEpoch, beginLogEpoch } from './log-epoch.js';

let test: TestDatabase;
let folder: string;
let freshServer: EmbeddedPostgres;
let restored: PooledDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'svc-restore-'));
  freshServer = await startEmbeddedPostgres({ dataDir: path.join(folder, 'pg'), log: () => undefined });
  restored = createDatabase({
    connectionString: freshServer.connectionString,
    maxConnections: 10,
    applicationName: 'restored',
  });
  await runMigrations(restored, { schema, folders: [eventStoreMigrations] });
});
afterAll(async () => {
  await restored.close();
  await freshServer.stop();
  await rm(freshServer.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await test.drop();
});

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };

describe('a log that something still writes to', () => {
  it('begins its new epoch after open writes, which stay in the old one', async () => {
    const writing = await createAccountDatabase();
    await writing.database.pool.query(`UPDATE ${schema}.event_epoch SET system_identifier = 'elsewhere'`);
    const store = openStore(writing);
    const streamId = newAccountStream();
    const [appended, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writer = writing.database.transaction(async (tx) => {
      await store.append(tx, { ...begin, streamId, events: [opened('Ada')] });
      appended.resolve();
      await mayCommit.promise;
    });
    await appended.promise;
    let hasBegun = false;
    const epoch = beginLogEpoch(writing.database, schema).then((begun) => {
      hasBegun = true;
      return begun;
    });
    // Waits until the new epoch waits.
    await writing.database.pool.query(`DO $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = '${schema}.event'::regclass) LOOP
        PERFORM pg_sleep(0.01);
      END LOOP;
    END $$`);
    expect(hasBegun).toBe(false);
    mayCommit.resolve();
    await writer;
    expect(await epoch).toEqual({ epoch: 2, isNew: true });
    const { recorded } = await store.append(writing.database, {
      ...begin,
      streamId: newAccountStream(),
      events: [opened('Bob')],
    });
    const before = await store.readStream(writing.database, streamId);
    expect([before[0]?.epoch, recorded[0]?.epoch]).toEqual([1, 2]);
    await writing.drop();
  });
});

describe('a log on its first server', () => {
  it('is accepted, and begins no new epoch', async () => {
    await assertLogEpoch(test.database, schema);
    expect(await beginLogEpoch(test.database, schema)).toEqual({ epoch: 1, isNew: false });
  });
});

describe('a log dumped and restored into a fresh cluster', () => {
  it('is refused until a new epoch begins, and then continues without losses or duplicates', async () => {
    // Given a log whose transaction ids are far ahead of those of the fresh server, and a subscriber half through it.
    for (let spent = 0; spent < 300; spent++) await test.database.pool.query('SELECT pg_current_xact_id()');
    const store = openStore(test);
    const streams = Array.from({ length: 10 }, newAccountStream);
    const log: RecordedEvent[] = [];
    for (const streamId of streams) {
      const events = [opened('Ada'), deposited(1)];
      log.push(...(await store.append(test.database, { ...begin, streamId, events })).recorded);
    }
    await settledLog(store, test, log.length);
    const seen: string[] = [];
    const list = {
      name: 'list',
      startAt: 'start' as const,
      batchSize: 8,
      onError: (error: unknown) => {
        throw error;
      },
    };
    const record = (events: readonly RecordedEvent[]) =>
      seen.push(...events.map(({ streamId, streamVersion }) => `${streamId}@${streamVersion}`));
    const halfway = Promise.withResolvers<void>();
    const first = store.subscribe({
      ...list,
      apply: async (_tx, events) => {
        record(events);
        halfway.resolve(first.stop());
      },
    });
    await halfway.promise;
    expect(seen).toHaveLength(8);

    // When it is restored elsewhere,
    await restoreLog(test.database, restored, schema);
    const moved = openStore({ ...test, database: restored });

    // then it is refused,
    const refused = assertLogEpoch(restored, schema);
    await expect(refused).rejects.toBeInstanceOf(StartupError);
    await expect(refused).rejects.toThrow('npm run admin -- events new-epoch bank');

    // and after a new epoch has begun everything is there, in the same order,
    expect(await beginLogEpoch(restored, schema)).toEqual({ epoch: 2, isNew: true });
    await assertLogEpoch(restored, schema);
    expect(await moved.readLog(restored, logStart, 100)).toEqual(log);
    expect((await verifyStreams(restored, schema)).violations).toEqual([]);

    // the streams continue in the new epoch,
    const [streamId = ''] = streams;
    const { head } = await moved.loadStream(restored, { tenantId: tenant, streamId });
    const { recorded } = await moved.append(restored, {
      ...begin,
      streamId,
      expected: head,
      events: [deposited(2)],
    });
    expect(recorded[0]).toMatchObject({ epoch: 2, streamVersion: 3 });
    const old = await store.readStream(test.database, streamId);
    expect(recorded[0]?.position).toBeGreaterThan(old[1]?.position ?? 0n);

    // and the subscriber continues from its checkpoint.
    const second = moved.subscribe({ ...list, apply: async (_tx, events) => void record(events) });
    await second.caughtUp();
    await second.stop();
    const expected = streams.flatMap((stream) => [`${stream}@1`, `${stream}@2`]);
    expect(seen).toEqual([...expected, `${streamId}@3`]);
    expect(await beginLogEpoch(restored, schema)).toEqual({ epoch: 2, isNew: false });
  });

  it('given no record of its server, is refused too, and the new epoch comes after those of its events', async () => {
    const target = await createAccountDatabase();
    try {
      const request = { ...begin, streamId: newAccountStream(), events: [opened('Ada')] };
      await openStore(target).append(target.database, request);
      await target.database.pool.query('TRUNCATE bank.event_epoch');
      await expect(assertLogEpoch(target.database, schema)).rejects.toThrow(
        'has lost the record of its server',
      );
      expect(await beginLogEpoch(target.database, schema)).toEqual({ epoch: 2, isNew: true });
    } finally {
      await target.drop();
    }
  });

  it('given only rows copied into a migrated schema, is refused too', async () => {
    const target = await createAccountDatabase();
    try {
      await target.database.pool.query(`
        INSERT INTO bank.event OVERRIDING SYSTEM VALUE
        SELECT 1, 1, '900000000', 'org:demo', 'org:demo/account/1', NULL, 1, 'AccountOpened', gen_random_uuid(), 1, true,
               0, sha256(''), '{"owner":"Ada"}', '{}', now(), now(), sha256('')`);
      const reason = 'holds transactions that this server has not reached yet';
      await expect(assertLogEpoch(target.database, schema)).rejects.toThrow(reason);
      expect(await beginLogEpoch(target.database, schema)).toEqual({ epoch: 2, isNew: true });
      await assertLogEpoch(target.database, schema);
    } finally {
      await target.drop();
    }
  });
});
