import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type pg from 'pg';
import { insert, processId, readAll, unavailable } from '../test/items.js';
import { routeTo, type SilencedRoute } from '../test/silenced-route.js';
import { createDatabase, type PooledDatabase } from './create-database.js';
import { DatabaseUnavailableError } from './database-errors.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: 1 });
  await test.database.pool.query('CREATE TABLE item (id int PRIMARY KEY)');
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE item');
});

describe('limits', () => {
  it('given a pool with no free connection, fails as unavailable after the time to wait', async () => {
    const single = createDatabase({
      connectionString: test.connectionString,
      maxConnections: 1,
      applicationName: 'single',
      acquireTimeoutMs: 1_000, // within it the first connection is made, on a busy machine too
    });
    await single.transaction(async (tx) => {
      await tx.query(processId);
      await expect(single.query(processId)).rejects.toMatchObject(unavailable({ isOutcomeUnknown: false }));
    });
    await single.close();
  });

  it('given a server that is not there, fails as unavailable and keeps the address out of the message', async () => {
    const nowhere = createDatabase({
      connectionString: 'postgresql://svc:secret@localhost/svc?host=/nonexistent',
      maxConnections: 1,
      applicationName: 'nowhere',
    });
    const error = await nowhere.query(processId).catch((reason: unknown) => reason);
    expect(error).toMatchObject(unavailable({ isOutcomeUnknown: false }));
    expect((error as Error).message).not.toMatch(/nonexistent|secret/);
    await nowhere.close();
  });

  describe('given a server that falls silent', () => {
    let route: SilencedRoute;
    let hasty: PooledDatabase;
    beforeEach(async () => {
      route = await routeTo(test.connectionString);
      hasty = createDatabase({
        connectionString: route.connectionString,
        maxConnections: 1,
        applicationName: 'hasty',
        limits: { statementMs: 100 },
        answerGraceMs: 50,
      });
      await hasty.query(processId);
      await hasty.transaction((tx) => tx.query(processId));
    });
    afterEach(async () => {
      await hasty.close();
      await route.close();
    });

    it('gives a statement up as unavailable, and goes on over a new connection', async () => {
      route.silence();
      await expect(hasty.query(processId)).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect((await hasty.query(insert(1))).rowCount).toBe(1);
    });

    it.each(['first', 'second'])(
      'gives a transaction up at its %s statement, without more ado',
      async (which) => {
        const spied = Promise.withResolvers<jest.SpiedFunction<pg.PoolClient['query']>>();
        hasty.pool.once('acquire', (client) => spied.resolve(jest.spyOn(client, 'query')));
        const work = hasty.transaction(async (tx) => {
          if (which === 'second') await tx.query(insert(1));
          route.silence();
          await tx.query(processId);
        });
        await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
        expect((await spied.promise).mock.calls).not.toContainEqual(['ROLLBACK']);
        expect((await hasty.query(processId)).rowCount).toBe(1);
      },
    );

    it('gives up a commit whose answer does not come', async () => {
      const work = hasty.transaction(async (tx) => {
        await tx.query(insert(1));
        route.silence();
      });
      await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
      expect((await hasty.query(processId)).rowCount).toBe(1);
    });
  });

  it('ends a transaction that stays idle, so that it can not hold back the event horizon', async () => {
    const hasty = createDatabase({
      connectionString: test.connectionString,
      maxConnections: 1,
      applicationName: 'hasty',
      limits: { idleInTransactionMs: 30 },
    });
    const work = hasty.transaction(async (tx) => {
      await tx.query(insert(1));
      const { pool } = test.database;
      // The other connection sees the moment at which the server has ended the idle one.
      await expect(
        pool.query(`DO $$ BEGIN
          WHILE EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'hasty') LOOP
            PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
          END LOOP;
        END $$`),
      ).resolves.toBeDefined();
      await tx.query(insert(2));
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect((await test.database.query(readAll)).rows).toEqual([]);
    await hasty.close();
  });

  it('gives every session the limits on statements, locks, idle and whole transactions', async () => {
    const { rows } = await test.database.query({
      name: 'limits',
      text: `SELECT name, setting FROM pg_settings WHERE name IN
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout') ORDER BY name`,
      values: [],
    });
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '20000' },
      { name: 'transaction_timeout', setting: '30000' },
    ]);
  });
});
