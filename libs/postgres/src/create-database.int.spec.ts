import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { insert, processId, readAll, unavailable } from '../test/items.js';
import type { Statement } from './database.js';
import { createDatabase } from './create-database.js';
import { isUniqueViolation, sqlState, TransactionConflictError } from './database-errors.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: 1 });
  await test.database.pool.query('CREATE TABLE item (id int PRIMARY KEY)');
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE item');
});

const storedIds = async () => (await test.database.query<{ id: number }>(readAll)).rows.map(({ id }) => id);
const connectionPid = async () => (await test.database.query<{ pid: number }>(processId)).rows[0]?.pid;

describe('a single statement', () => {
  it('given a broken unique key, reports it by name and keeps the connection', async () => {
    const before = await connectionPid();
    await test.database.query(insert(1));
    const error = await test.database.query(insert(1)).catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'item_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other_key')).toBe(false);
    expect(sqlState(error)).toBe('23505');
    expect(await connectionPid()).toBe(before);
  });

  it('given a value that can not be encoded, fails and goes on with a sound connection', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const statement = (value: unknown) => ({
      name: 'encode',
      text: 'SELECT $1::jsonb AS value',
      values: [value],
    });
    await expect(test.database.query(statement(circular))).rejects.toThrow(/circular/);
    expect((await test.database.query(statement({ a: 1 }))).rows).toEqual([{ value: { a: 1 } }]);
  });

  it('given a connection that the server ended, fails as unavailable and then works again', async () => {
    const sleep: Statement = { name: 'sleep', text: 'SELECT pg_sleep(60)', values: [] };
    const pid = await connectionPid();
    const sleeping = test.database.query(sleep).catch((reason: unknown) => reason);
    const other = createDatabase({
      connectionString: test.connectionString,
      maxConnections: 1,
      applicationName: 'executioner',
    });
    await other.query({ name: 'kill', text: 'SELECT pg_terminate_backend($1)', values: [pid] });
    await other.close();
    expect(await sleeping).toMatchObject(unavailable({ isOutcomeUnknown: true }));
    expect(await connectionPid()).not.toBe(pid);
  });
});

describe('a statement with a time of its own for the answer', () => {
  const insertSlowly: Statement = {
    name: 'insert_slowly',
    text: 'INSERT INTO item SELECT 1 FROM pg_sleep(60)',
    values: [],
    answerWithinMs: 50,
  };

  it('given one that takes longer, is given up with an unknown outcome, and the next one has another connection', async () => {
    const pid = await connectionPid();
    await expect(test.database.query(insertSlowly)).rejects.toMatchObject(
      unavailable({ isOutcomeUnknown: true }),
    );
    expect(await connectionPid()).not.toBe(pid);
    await test.database.pool.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
  });
});

it('a statement that the server gives up because of its limits is refused: nothing has come about', async () => {
  const limited = createDatabase({
    connectionString: test.connectionString,
    maxConnections: 1,
    applicationName: 'limited',
    limits: { statementMs: 50 },
  });
  const sleep: Statement = { name: 'sleep', text: 'SELECT pg_sleep(60)', values: [] };
  await expect(limited.query(sleep)).rejects.toMatchObject(unavailable({ isOutcomeUnknown: false }));
  await limited.close();
});

describe('a statement for which there is no room', () => {
  const raise = (state: string): Statement => ({
    name: `raise_${state}`,
    text: `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`,
    values: [],
  });

  it('given a full disk, is refused with a message for the caller', async () => {
    await expect(test.database.query(raise('53100'))).rejects.toMatchObject({
      ...unavailable({ isOutcomeUnknown: false }),
      code: 'service_unavailable',
      message: 'Nothing can be stored at present: the disk of the database is full. Reading goes on.',
    });
  });

  it('given a session that takes no changes, is refused likewise, and reading goes on', async () => {
    await test.database.query(insert(1));
    const setReadOnly = (value: string): Statement => ({
      name: `read_only_${value}`,
      text: `SELECT set_config('default_transaction_read_only', '${value}', false)`,
      values: [],
    });
    await test.database.query(setReadOnly('on'));
    await expect(test.database.query(insert(2))).rejects.toMatchObject({
      ...unavailable({ isOutcomeUnknown: false }),
      message: expect.stringMatching(/^Nothing can be stored at present: .*Reading goes on\.$/) as unknown,
    });
    expect(await storedIds()).toEqual([1]);
    await test.database.query(setReadOnly('off'));
    await test.database.query(insert(2));
  });
});

describe('a transaction', () => {
  it('commits what its work wrote and returns its result', async () => {
    const result = await test.database.transaction(async (tx) => {
      await tx.query(insert(1));
      await tx.query(insert(2));
      return 'done';
    });
    expect(result).toBe('done');
    expect(await storedIds()).toEqual([1, 2]);
  });

  it('given work that rejects, leaves nothing behind', async () => {
    const work = test.database.transaction(async (tx) => {
      await tx.query(insert(1));
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await storedIds()).toEqual([]);
  });

  it('calls back after the commit, and not after a rollback', async () => {
    const seen: string[] = [];
    const committed = test.database.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('committed'));
      await tx.query(insert(1));
      expect(seen).toEqual([]);
    });
    await committed;
    const rolledBack = test.database.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('rolled back'));
      await tx.query(insert(1));
    });
    await expect(rolledBack).rejects.toThrow(/duplicate key/);
    expect(seen).toEqual(['committed']);
  });

  it('given a failed statement whose failure the work swallows, rejects with it instead of pretending to commit', async () => {
    await test.database.query(insert(1));
    const work = test.database.transaction(async (tx) => {
      await tx.query(insert(2));
      await tx.query(insert(1)).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await storedIds()).toEqual([1]);
  });

  it('given a first statement that fails, refuses the later ones and writes nothing', async () => {
    await test.database.query(insert(1)); // prepared from now on: the next BEGIN travels with it
    const work = test.database.transaction(async (tx) => {
      await tx.query(insert(1)).catch(() => undefined);
      await tx.query(insert(2));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await storedIds()).toEqual([1]);
  });

  it('runs statements that are called side by side one after the other', async () => {
    await test.database.transaction(async (tx) => {
      await Promise.all([tx.query(insert(1)), tx.query(insert(2)), tx.query(insert(3))]);
    });
    expect(await storedIds()).toEqual([1, 2, 3]);
  });

  it('given two that wait for each other, fails one as a lost race, and the other goes on', async () => {
    const other = createDatabase({
      connectionString: test.connectionString,
      maxConnections: 1,
      applicationName: 'other',
    });
    const bothBegun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const crossing = (database: typeof other, mine: 0 | 1) =>
      database.transaction(async (tx) => {
        await tx.query(insert(mine));
        bothBegun[mine].resolve();
        await Promise.all(bothBegun.map(({ promise }) => promise));
        await tx.query(insert(1 - mine));
      });
    const outcomes = await Promise.allSettled([crossing(test.database, 0), crossing(other, 1)]);
    await other.close();
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(errors).toEqual([expect.any(TransactionConflictError)]);
    expect(await storedIds()).toEqual([0, 1]);
  });

  it('given one that the server can not bring into an order with another, fails as a lost race that may be repeated', async () => {
    await test.database.query(insert(1));
    const rename: Statement = { name: 'rename', text: 'UPDATE item SET id = id + 1', values: [] };
    const other = createDatabase({
      connectionString: test.connectionString,
      maxConnections: 1,
      applicationName: 'other',
    });
    const late = test.database.transaction(async (tx) => {
      await tx.query({ name: 'isolate', text: 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', values: [] });
      await tx.query(readAll);
      await other.query(rename);
      await tx.query(rename);
    });
    const error = await late.catch((reason: unknown) => reason);
    await other.close();
    expect(error).toBeInstanceOf(TransactionConflictError);
    expect(error).toMatchObject({ row: { httpStatus: 409, retryable: true } });
    expect((error as Error).message).not.toMatch(/serialize/);
    expect(await storedIds()).toEqual([2]);
  });

  it('refuses a statement after its end', async () => {
    const tx = await test.database.transaction((open) => Promise.resolve(open));
    await expect(tx.query(insert(1))).rejects.toThrow('after the end of its transaction');
  });

  it('given a prepared first statement, sends BEGIN in the same flight: two answers in all', async () => {
    const roundTrips = await countRoundTrips(async () => {
      await test.database.transaction((tx) => tx.query(insert(10)));
    });
    expect(roundTrips.cold).toBe(3);
    expect(roundTrips.warm).toBe(2);
    expect(await storedIds()).toEqual([10]);
  });

  it('given a deferred constraint that breaks at the commit, rejects and the connection is sound', async () => {
    await test.database.pool.query(
      'CREATE TABLE child (parent int REFERENCES item DEFERRABLE INITIALLY DEFERRED)',
    );
    const orphan: Statement = { name: 'orphan', text: 'INSERT INTO child VALUES (404)', values: [] };
    const before = await connectionPid();
    await expect(test.database.transaction((tx) => tx.query(orphan))).rejects.toMatchObject({
      code: '23503',
    });
    expect(await connectionPid()).toBe(before);
    await test.database.pool.query('DROP TABLE child');
  });

  /** Each round trip ends with one ReadyForQuery. */
  async function countRoundTrips(work: () => Promise<unknown>): Promise<{ cold: number; warm: number }> {
    const { pool } = test.database;
    (await pool.connect()).release(true); // the next connection is new and has no prepared statement
    const client = await pool.connect();
    let answers = 0;
    client.connection.on('readyForQuery', () => (answers += 1));
    client.release();
    await work();
    const cold = answers;
    await pool.query('TRUNCATE item');
    answers = 0;
    await work();
    return { cold, warm: answers };
  }
});
