import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runMigrations } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
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
import { eventLogSettings, eventStoreMigrations } from '../event-store-migrations.js';
import { emptyStreamHead } from '../stream-head.js';
import { verifyStreams } from '../verification/verify-streams.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };

/** 30,000 events, two thirds of them in five streams. */
const skewedLog = `
  INSERT INTO bank.event (tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version, is_public,
                          previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
  SELECT 'org:demo', 'org:demo/account/' || CASE WHEN n < 20000 THEN n % 5 ELSE n / 10 END, NULL,
         CASE WHEN n < 20000 THEN n / 5 ELSE n % 10 END + 1, 'MoneyDeposited', gen_random_uuid(), 1, true, 0,
         sha256(''), '{"amount":1}', '{}', now(), sha256('')
    FROM generate_series(0, 29999) AS n;
  ANALYZE bank.event`;

describe('a log that is partitioned by a hash of the stream', () => {
  it('takes appends, reads streams and log, and verifies', async () => {
    const store = openStore(test);
    const streams = Array.from({ length: 40 }, newAccountStream);
    for (const streamId of streams) {
      const events = [opened('Ada'), noteTaken('likes tea')];
      const { head } = await store.append(test.database, { ...begin, streamId, events });
      await store.append(test.database, { ...begin, streamId, expected: head, events: [deposited(1)] });
    }
    const { rows } = await test.database.pool.query<{ of: string }>(
      'SELECT DISTINCT tableoid::regclass::text AS of FROM bank.event ORDER BY 1',
    );
    expect(rows.map(({ of }) => of)).toEqual([0, 1, 2, 3].map((nth) => `bank.event_${nth}`));
    for (const streamId of streams) {
      const read = await store.readStream(test.database, streamId);
      expect(read.map(({ event }) => event)).toEqual([opened('Ada'), noteTaken('likes tea'), deposited(1)]);
    }
    const log = await settledLog(store, test, 120);
    expect(log.map(({ streamId }) => streamId)).toEqual(streams.flatMap((id) => [id, id, id]));
    expect(await verifyStreams(test.database, schema)).toEqual({ streams: 40, events: 120, violations: [] });
  });

  it("given a writer that waits for another's key, refuses it after the commit", async () => {
    const store = openStore(test);
    const request = { ...begin, streamId: newAccountStream(), events: [opened('Ada')] };
    const refused = await test.database.transaction(async (tx) => {
      await store.append(tx, request);
      const second = store.append(test.database, request).catch((error: unknown) => error);
      await someoneWaits();
      return { second };
    });
    const failure = { name: 'ConcurrencyError', expectedVersion: 0, actualVersion: 1 };
    expect(await refused.second).toMatchObject(failure);
  });

  it.each([
    ['that is new', ''],
    ['in which a few streams hold most events, and that was analyzed', skewedLog],
  ])(
    'given a log %s, keeps the plans of appends and loads, which look into one partition',
    async (_name, made) => {
      const log = await createAccountDatabase();
      try {
        await log.database.pool.query(made);
        const store = openStore(log);
        const streamId = newAccountStream();
        await log.database.transaction(async (tx) => {
          let expected = emptyStreamHead;
          for (let time = 0; time < 8; time++) {
            await store.loadStream(tx, { tenantId: tenant, streamId });
            const events = [time === 0 ? opened('Ada') : deposited(1)];
            ({ head: expected } = await store.append(tx, { ...begin, streamId, expected, events }));
          }
          // After five custom plans PostgreSQL chooses the generic one at the sixth execution, or never.
          const plans = await tx.query<{ name: string; shared: boolean }>({
            name: 'test.plans',
            text: `SELECT name, generic_plans > 0 AS shared FROM pg_prepared_statements
                  WHERE name IN ('bank.load_stream', 'bank.append_1') ORDER BY name`,
            values: [],
          });
          expect(plans.rows).toEqual([
            { name: 'bank.append_1', shared: true },
            { name: 'bank.load_stream', shared: true },
          ]);
          const explained = await tx.query<{ 'QUERY PLAN': string }>({
            name: 'test.explain',
            text: `EXPLAIN (ANALYZE, COSTS OFF) EXECUTE "bank.load_stream" ('${streamId}', '')`,
            values: [],
          });
          const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan).toContain('Subplans Removed: 3');
          expect(plan.match(/ on event_\d/g)).toHaveLength(1);
        });
      } finally {
        await log.drop();
      }
    },
  );
});

describe('the number of partitions', () => {
  it('is fixed when the log is created', async () => {
    const chosen = await createTestDatabase();
    try {
      const log = { schema: 'bank', folders: [eventStoreMigrations] };
      await runMigrations(chosen.database, { ...log, settings: eventLogSettings(7) });
      await runMigrations(chosen.database, { ...log, settings: eventLogSettings(9) });
      const { rows } = await chosen.database.pool.query<{ partitions: number }>(
        `SELECT count(*)::int AS partitions FROM pg_inherits WHERE inhparent = 'bank.event'::regclass`,
      );
      expect(rows).toEqual([{ partitions: 7 }]);
    } finally {
      await chosen.drop();
    }
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
