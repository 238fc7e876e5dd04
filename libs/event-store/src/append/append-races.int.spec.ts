import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase, type PooledDatabase } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { opened } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  subject,
  tenant,
} from '../../test/account-log.js';
import { emptyStreamHead } from '../stream-head.js';
import type { SqlFragment } from '../tables/sql-fragment.js';

let test: TestDatabase;
let other: PooledDatabase;
beforeAll(async () => {
  test = await createAccountDatabase(1);
  const { connectionString, database } = test;
  other = createDatabase({ connectionString, maxConnections: 2, applicationName: 'the other' });
  await database.pool.query(`CREATE TABLE bank.lease (id text PRIMARY KEY, fence integer NOT NULL)`);
});
afterAll(async () => {
  await other.close();
  await test.drop();
});
beforeEach(async () => {
  await other.pool.query(`TRUNCATE bank.lease; INSERT INTO bank.lease VALUES ('a', 1), ('b', 1)`);
});

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata, events: [opened('Ada')] };

const raiseFence = (id: 'a' | 'b'): SqlFragment => ({
  name: 'raised',
  text: 'UPDATE bank.lease SET fence = fence + 1 WHERE id = $1 RETURNING fence',
  values: [id],
});

/** Resolves when a session of this application waits for a lock. */
async function waiting(application: string): Promise<void> {
  await other.pool.query(`DO $$ BEGIN
    WHILE NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
                        AND application_name = '${application}' AND wait_event_type = 'Lock') LOOP
      PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
    END LOOP;
  END $$`);
}

describe('an append that the server aborts in favour of another transaction', () => {
  it('given no serial order of both, has lost a race though the stream is unchanged', async () => {
    const streamId = newAccountStream();
    const { database } = test;
    await database.pool.query('SET default_transaction_isolation TO serializable');
    const applicationName = database.pool.options.application_name ?? '';
    let append: Promise<unknown> | undefined;
    await other.transaction(async (tx) => {
      await tx.query(raiseFence('a'));
      append = openStore(test).append(database, { ...begin, streamId, guard: raiseFence('a') });
      append.catch(() => undefined); // heard further down
      await waiting(applicationName);
    });
    await expect(append).rejects.toMatchObject({
      name: 'ConcurrencyError',
      expectedVersion: 0,
      actualVersion: 0,
      cause: { cause: { code: '40001' } },
    });
    await database.pool.query('RESET default_transaction_isolation');
    await openStore(test).append(database, { ...begin, streamId, guard: raiseFence('a') });
  });

  it('given a deadlock of two, has lost a race, and the other continues', async () => {
    const streamId = newAccountStream();
    let blocked: Promise<unknown> | undefined;
    const late = test.database.transaction(async (tx) => {
      // The session that looks for the cycle first is aborted.
      await tx.query({ name: 'look_soon', text: `SET LOCAL deadlock_timeout TO '10ms'`, values: [] });
      await tx.query(raiseFence('a'));
      blocked = other.transaction(async (second) => {
        await second.query({ name: 'look_late', text: `SET LOCAL deadlock_timeout TO '1h'`, values: [] });
        await second.query(raiseFence('b'));
        await second.query(raiseFence('a'));
      });
      await waiting('the other');
      await openStore(test).append(tx, { ...begin, streamId, guard: raiseFence('b') });
    });
    await expect(late).rejects.toMatchObject({
      name: 'ConcurrencyError',
      expectedVersion: 0,
      actualVersion: 0,
      cause: { cause: { code: '40P01' } },
    });
    await blocked;
    expect(await openStore(test).readStream(test.database, streamId)).toEqual([]);
  });
});
