import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isUniqueViolation } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { deposited, opened } from '../../test/account.js';
import {
  countRows,
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  subject,
  tenant,
} from '../../test/account-log.js';
import { FencedError } from '../errors.js';
import { emptyStreamHead } from '../stream-head.js';
import type { SqlFragment } from '../tables/sql-fragment.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(`
    CREATE TABLE bank.lease (id text PRIMARY KEY, fence integer NOT NULL);
    CREATE TABLE bank.owner (name text PRIMARY KEY, note text)`);
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.pool.query(`TRUNCATE bank.lease, bank.owner; INSERT INTO bank.lease VALUES ('a', 3)`);
});

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata, events: [opened('Ada')] };

/** The writer still holds the lease `a` with this fence. */
const holdsLease = (fence: number): SqlFragment => ({
  name: 'lease',
  text: 'SELECT id FROM bank.lease WHERE id = $1 AND fence = $2 FOR SHARE',
  values: ['a', fence],
});
const releaseLease = (fence: number): SqlFragment => ({
  name: 'released',
  text: 'DELETE FROM bank.lease WHERE id = $1 AND fence = $2 RETURNING id',
  values: ['a', fence],
});
const insertOwner = (name: string): SqlFragment => ({
  name: 'owner',
  text: `INSERT INTO bank.owner (note, name) VALUES ('costs $1', $1)`,
  values: [name],
});

describe('a guard', () => {
  it('given a row, lets the events in', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const { head } = await store.append(test.database, { ...begin, streamId, guard: holdsLease(3) });
    expect(head.version).toBe(1);
    expect(await store.readStream(test.database, streamId)).toHaveLength(1);
  });

  it.each([1, 5, 12])('given no row, refuses %i events and all rows alongside', async (count) => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const events = [opened('Ada'), ...Array.from({ length: count - 1 }, () => deposited(1))];
    const alongside = [insertOwner('Ada')];
    const append = store.append(test.database, {
      ...begin,
      streamId,
      events,
      guard: holdsLease(2),
      alongside,
    });
    await expect(append).rejects.toBeInstanceOf(FencedError);
    await expect(append).rejects.toMatchObject({ streamId });
    expect(await store.readStream(test.database, streamId)).toEqual([]);
    expect(await countRows(test, 'bank.owner')).toBe(0);
  });

  it('may change the row it relies on, and changes nothing when the stream has moved on', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    await store.append(test.database, { ...begin, streamId });
    const append = store.append(test.database, { ...begin, streamId, guard: releaseLease(3) });
    await expect(append).rejects.toMatchObject({ name: 'ConcurrencyError', actualVersion: 1 });
    expect(await countRows(test, 'bank.lease')).toBe(1);
    await store.append(test.database, { ...begin, streamId: newAccountStream(), guard: releaseLease(3) });
    expect(await countRows(test, 'bank.lease')).toBe(0);
  });

  it('given a lease taken over in an open transaction, waits for it and is then refused', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const append = Promise.withResolvers<unknown>();
    await test.database.transaction(async (tx) => {
      await tx.query({ name: 'take_over', text: 'UPDATE bank.lease SET fence = fence + 1', values: [] });
      const stale = store.append(test.database, { ...begin, streamId, guard: holdsLease(3) });
      append.resolve(stale.catch((error: unknown) => error));
      await blockedStatement();
    });
    expect(await append.promise).toBeInstanceOf(FencedError);
  });
});

describe('rows alongside', () => {
  it('are written with the events, several of one kind too', async () => {
    const alongside = [insertOwner('Ada'), insertOwner('Bob')];
    await openStore(test).append(test.database, { ...begin, streamId: newAccountStream(), alongside });
    const { rows } = await test.database.pool.query('SELECT name, note FROM bank.owner ORDER BY name');
    expect(rows).toEqual([
      { name: 'Ada', note: 'costs $1' },
      { name: 'Bob', note: 'costs $1' },
    ]);
  });

  it('given a violated unique key, stores nothing and names the key', async () => {
    const store = openStore(test);
    await store.append(test.database, {
      ...begin,
      streamId: newAccountStream(),
      alongside: [insertOwner('Ada')],
    });
    const streamId = newAccountStream();
    const append = store.append(test.database, { ...begin, streamId, alongside: [insertOwner('Ada')] });
    const error = await append.catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'owner_pkey')).toBe(true);
    expect(await store.readStream(test.database, streamId)).toEqual([]);
  });

  it('given two racing for one unique key, lets exactly one in', async () => {
    const store = openStore(test);
    const racers = Array.from({ length: 5 }, () =>
      store.append(test.database, {
        ...begin,
        streamId: newAccountStream(),
        alongside: [insertOwner('Ada')],
      }),
    );
    const outcomes = await Promise.allSettled(racers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

/** Resolves when a statement of this database waits for a lock. */
async function blockedStatement(): Promise<void> {
  const blocked = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`;
  for (;;) {
    const { rows } = await test.database.pool.query<{ count: number }>(blocked);
    if (rows[0]?.count) return;
  }
}
