import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@svc/testing';
import { deposited, noteTaken, opened } from '../../test/account.js';
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
import { emptyStreamHead } from '../stream-head.js';
import { verifyStreams } from '../verification/verify-streams.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  // The table of the migrations, column by column and key by key: PostgreSQL refuses a unique key without stream_id.
  await test.database.pool.query(`
    ALTER TABLE bank.event RENAME TO whole;
    ALTER INDEX bank.event_stream_version_key RENAME TO whole_key;
    CREATE TABLE bank.event (LIKE bank.whole INCLUDING ALL) PARTITION BY HASH (stream_id);
    CREATE TABLE bank.event_0 PARTITION OF bank.event FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE bank.event_1 PARTITION OF bank.event FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    ALTER INDEX bank.event_0_pkey RENAME TO event_stream_version_key_0;
    ALTER INDEX bank.event_1_pkey RENAME TO event_stream_version_key_1`);
});
afterAll(() => test.drop());

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };

describe('a log that is partitioned by a hash of the stream', () => {
  it('takes appends, gives streams and log back, and verifies', async () => {
    const store = openStore(test);
    const streams = Array.from({ length: 20 }, newAccountStream);
    for (const streamId of streams) {
      const events = [opened('Ada'), noteTaken('likes tea')];
      const { head } = await store.append(test.database, { ...begin, streamId, events });
      await store.append(test.database, { ...begin, streamId, expected: head, events: [deposited(1)] });
    }
    const { rows } = await test.database.pool.query<{ of: string }>(
      'SELECT DISTINCT tableoid::regclass::text AS of FROM bank.event ORDER BY 1',
    );
    expect(rows).toEqual([{ of: 'bank.event_0' }, { of: 'bank.event_1' }]);
    for (const streamId of streams) {
      const read = await store.readStream(test.database, streamId);
      expect(read.map(({ event }) => event)).toEqual([opened('Ada'), noteTaken('likes tea'), deposited(1)]);
    }
    const log = await settledLog(store, test, 60);
    expect(log.map(({ streamId }) => streamId)).toEqual(streams.flatMap((id) => [id, id, id]));
    expect(await verifyStreams(test.database, schema)).toEqual({ streams: 20, events: 60, faults: [] });
  });

  it('given a writer that waits for the key of another, which commits, refuses it as on a table that is whole', async () => {
    const store = openStore(test);
    const request = { ...begin, streamId: newAccountStream(), events: [opened('Ada')] };
    const refused = await test.database.transaction(async (tx) => {
      await store.append(tx, request);
      const second = store.append(test.database, request).catch((failure: unknown) => failure);
      await someoneWaits();
      return { second };
    });
    const failure = { name: 'ConcurrencyError', expectedVersion: 0, actualVersion: 1 };
    expect(await refused.second).toMatchObject(failure);
  });
});

/** Resolves when a session of this database waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await test.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount === 1) return;
  }
}
