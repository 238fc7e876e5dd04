import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { Statement } from './database.js';
import { poolTransactions } from '../test/transaction-pooler.js';
import { createDatabase, type PooledDatabase } from './create-database.js';
import { DatabaseUnavailableError } from './database-errors.js';

const maxConnections = 3;
const insert = (id: number): Statement => ({
  name: 'insert_item',
  text: 'INSERT INTO item (id) VALUES ($1)',
  values: [id],
});
const readAll: Statement = { name: 'read_items', text: 'SELECT * FROM item ORDER BY id', values: [] };

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ maxConnections });
  await test.database.pool.query('CREATE TABLE item (id int PRIMARY KEY)');
});
afterEach(() => test.drop());

/** Runs this text on each connection of the full pool, all of which have prepared both statements. */
async function onEachConnection(text: string): Promise<void> {
  const { pool } = test.database;
  const clients = await Promise.all(Array.from({ length: maxConnections }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query(text)));
  for (const client of clients) client.release();
}

async function prepareEverywhere(): Promise<void> {
  const atOnce = Array.from({ length: maxConnections });
  const begun = atOnce.map(() => Promise.withResolvers<void>());
  await Promise.all(
    begun.map(({ resolve }, id) =>
      test.database.transaction(async (tx) => {
        await tx.query(insert(id));
        await tx.query(readAll);
        resolve();
        await Promise.all(begun.map(({ promise }) => promise)); // so that each has a connection of its own
      }),
    ),
  );
  await test.database.pool.query('TRUNCATE item');
}

const rows = async () => (await test.database.query(readAll)).rows;

describe('given sessions that have lost their prepared statements', () => {
  beforeEach(async () => {
    await prepareEverywhere();
    await onEachConnection('DISCARD ALL');
  });

  it('runs a statement on a new connection, which has the settings of ours', async () => {
    await test.database.query(insert(1));
    expect(await rows()).toEqual([{ id: 1 }]);
    const limit = `SELECT current_setting('statement_timeout') AS value`;
    const shown = await test.database.query({ name: 'limit', text: limit, values: [] });
    expect(shown.rows).toEqual([{ value: '20s' }]);
  });

  it('runs many at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, id) => test.database.query(insert(id))));
    expect(await rows()).toHaveLength(12);
    expect(test.database.pool.totalCount).toBeLessThanOrEqual(maxConnections);
  });

  it('runs a transaction, whose work is done once', async () => {
    let runs = 0;
    await test.database.transaction(async (tx) => {
      runs += 1;
      await tx.query(insert(1));
      await tx.query(insert(2));
    });
    expect(runs).toBe(1);
    expect(await rows()).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

it('given a table that was changed under a prepared statement, reads it as it is by now', async () => {
  await prepareEverywhere();
  await test.database.query(insert(1));
  await test.database.pool.query('ALTER TABLE item ADD COLUMN note text');
  expect(await rows()).toEqual([{ id: 1, note: null }]);
  expect(await test.database.transaction(async (tx) => (await tx.query(readAll)).rows)).toHaveLength(1);
});

it('given names that somebody else has taken in the session, runs on another connection', async () => {
  await Promise.all(Array.from({ length: maxConnections }, () => rows()));
  await onEachConnection('PREPARE insert_item AS SELECT 1');
  await test.database.query(insert(1));
  expect(await rows()).toEqual([{ id: 1 }]);
});

it('given statements that get lost inside a transaction, fails as unavailable, keeps nothing and goes on with a sound connection', async () => {
  await prepareEverywhere();
  const work = test.database.transaction(async (tx) => {
    await tx.query(insert(1));
    await tx.query({ name: 'forget', text: 'DEALLOCATE ALL', values: [] });
    await tx.query(readAll);
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(await rows()).toEqual([]);
  expect(test.database.pool.totalCount).toBe(maxConnections - 1);
});

it('given a pooler where new connections find the names taken as well, fails as unavailable instead of opening more and more', async () => {
  const pooler = await poolTransactions(test.connectionString);
  const { connectionString } = pooler;
  const [first, second] = ['first', 'second'].map((applicationName) =>
    createDatabase({ connectionString, maxConnections: 1, applicationName }),
  ) as [PooledDatabase, PooledDatabase];
  expect((await first.query(readAll)).rows).toEqual([]);
  await expect(second.query(readAll)).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await expect(second.transaction((tx) => tx.query(readAll))).rejects.toBeInstanceOf(
    DatabaseUnavailableError,
  );
  await Promise.all([first.close(), second.close()]);
  await pooler.close();
});
