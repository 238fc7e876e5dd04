import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { routeTo } from '../test/silenced-route.js';
import { Connections } from './connections.js';
import { createDatabase, type PooledDatabase } from './create-database.js';
import type { Statement } from './database.js';
import { DatabaseUnavailableError } from './database-errors.js';
import { defaultSessionLimits } from './session-limits.js';

const insert = (id: number): Statement => ({
  name: 'insert_item',
  text: 'INSERT INTO item (id) VALUES ($1)',
  values: [id],
});
const lockItems: Statement = {
  name: 'lock_items',
  text: 'LOCK TABLE item IN EXCLUSIVE MODE',
  values: [],
};
const processId: Statement = { name: 'process_id', text: 'SELECT pg_backend_pid() AS pid', values: [] };
const patient = { purpose: 'leases', statementMs: 30_000 };
const hasty = { purpose: 'leases', statementMs: 1_000 };

let test: TestDatabase;
let database: PooledDatabase;
let losses: Error[];
let lost: PromiseWithResolvers<void>;
beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.pool.query('CREATE TABLE item (id int PRIMARY KEY)');
  losses = [];
  lost = Promise.withResolvers<void>();
  database = open(test.connectionString);
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

function open(connectionString: string): PooledDatabase {
  return createDatabase({
    connectionString,
    maxConnections: 1,
    applicationName: 'host',
    onConnectionLost: (error) => {
      losses.push(error);
      lost.resolve();
    },
  });
}

/** How many sessions there are for leases. */
async function sessions(): Promise<number> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'host leases'`;
  return (await test.database.query({ name: 'sessions', text, values: [] })).rowCount;
}

/** Resolves when the server has ended the last of them. */
async function ended(): Promise<void> {
  await test.database.pool.query(`DO $$ BEGIN
    WHILE EXISTS (SELECT FROM pg_stat_activity
                   WHERE datname = current_database() AND application_name = 'host leases') LOOP
      PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
    END LOOP;
  END $$`);
}

async function storedIds(): Promise<unknown[]> {
  const { rows } = await test.database.query({ name: 'ids', text: 'SELECT id FROM item', values: [] });
  return rows.map(({ id }) => id);
}

describe('a dedicated connection', () => {
  it('is opened with its first statement, and stays', async () => {
    const connection = database.dedicated(patient);
    expect(await sessions()).toBe(0);
    const first = await connection.query(processId);
    expect(await sessions()).toBe(1);
    expect((await connection.query(processId)).rows).toEqual(first.rows);
  });

  it('given a pool without a free connection, still works', async () => {
    const connection = database.dedicated(patient);
    await database.transaction(async (tx) => {
      await tx.query(processId);
      expect((await connection.query(insert(1))).rowCount).toBe(1);
    });
  });

  it('has the settings of all sessions of ours, and its own limit on statements', async () => {
    const { rows } = await database.dedicated(patient).query({
      name: 'settings',
      text: `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
                    current_setting('default_transaction_isolation') AS isolation`,
      values: [],
    });
    expect(rows).toEqual([{ statement: '30s', lock: '10s', isolation: 'read committed' }]);
  });

  it('runs statements that are called side by side one after the other', async () => {
    const connection = database.dedicated(patient);
    await Promise.all([1, 2, 3].map((id) => connection.query(insert(id))));
    expect(await storedIds()).toEqual([1, 2, 3]);
    expect(await sessions()).toBe(1);
  });

  it('given one that the server has ended, tells it and opens another', async () => {
    const connection = database.dedicated(patient);
    const { rows } = await connection.query<{ pid: number }>(processId);
    await test.database.pool.query('SELECT pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
    await lost.promise;
    expect((await connection.query(processId)).rows).not.toEqual(rows);
  });

  it('given a refused statement, reports it as the pool does and keeps the connection', async () => {
    const connection = database.dedicated(patient);
    const before = await connection.query(processId);
    await connection.query(insert(1));
    await expect(connection.query(insert(1))).rejects.toMatchObject({ code: '23505' });
    expect((await connection.query(processId)).rows).toEqual(before.rows);
  });
});

describe('the deadline of a dedicated connection', () => {
  it('given a statement that waits for a lock, ends it here and on the server, and those behind it are not sent', async () => {
    const connection = database.dedicated(hasty);
    await test.database.transaction(async (tx) => {
      await tx.query(lockItems);
      const outcomes = await Promise.allSettled([1, 2].map((id) => connection.query(insert(id))));
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailableError) });
      await connection.close();
      await ended();
    });
    expect(await storedIds()).toEqual([]);
  });

  it('given a server that falls silent, gives the statement up and goes on over a new connection', async () => {
    const route = await routeTo(test.connectionString);
    const distant = open(route.connectionString);
    const connection = distant.dedicated(hasty);
    await connection.query(processId);
    route.silence();
    await expect(connection.query(insert(1))).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect((await connection.query(insert(2))).rowCount).toBe(1);
    await distant.close();
    await route.close();
    expect(await storedIds()).toEqual([2]);
  });
});

it('a statement whose time has passed while it waited for its connection is not sent', async () => {
  const connections = new Connections({
    connectionString: test.connectionString,
    maxConnections: 1,
    applicationName: 'late',
    acquireTimeoutMs: 5_000,
    idleTimeoutMs: 0,
    limits: defaultSessionLimits,
    answerGraceMs: 0,
    onConnectionLost: undefined,
  });
  const past = performance.now() - 1;
  await expect(connections.query(insert(1), past)).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await connections.end();
  expect(await storedIds()).toEqual([]);
});

describe('the end of a dedicated connection', () => {
  it('comes with that of its database', async () => {
    const connection = database.dedicated(patient);
    await connection.query(processId);
    await database.close();
    await ended();
    await expect(connection.query(processId)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(losses).toEqual([]);
  });

  it('may come before', async () => {
    const connection = database.dedicated(patient);
    await connection.query(processId);
    await connection.close();
    await ended();
    expect((await database.query(processId)).rowCount).toBe(1);
  });
});
