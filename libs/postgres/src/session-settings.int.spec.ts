import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { createDatabase, type PooledDatabase } from './create-database.js';

let test: TestDatabase;
let database: PooledDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ maxConnections: 1 });
  const { connectionString } = test;
  database = createDatabase({ connectionString, maxConnections: 2, applicationName: 'settings' });
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

/** What sessions of this database begin with from now on, unless they say otherwise. */
async function givenDefault(setting: string, value: string): Promise<void> {
  const name = new URL(test.connectionString).pathname.slice(1);
  await test.database.pool.query(`ALTER DATABASE ${name} SET ${setting} TO ${pg.escapeLiteral(value)}`);
}

async function shown(setting: string): Promise<unknown> {
  const text = `SELECT current_setting('${setting}') AS value`;
  const { rows } = await database.query({ name: `show_${setting}`, text, values: [] });
  return rows[0]?.['value'];
}

describe('a session', () => {
  it.each(['serializable', 'repeatable read'])(
    'given %s as default, runs statements and transactions at READ COMMITTED',
    async (isolation) => {
      await givenDefault('default_transaction_isolation', isolation);
      expect(await shown('transaction_isolation')).toBe('read committed');
      const inTransaction = await database.transaction(async (tx) => {
        const text = `SELECT current_setting('transaction_isolation') AS value`;
        const { rows } = await tx.query({ name: 'isolation', text, values: [] });
        return rows;
      });
      expect(inTransaction).toEqual([{ value: 'read committed' }]);
    },
  );

  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('given commits that are answered at "%s" as default, has them answered at "%s"', async (given, used) => {
    await givenDefault('synchronous_commit', given);
    expect(await shown('synchronous_commit')).toBe(used);
  });

  it('given an update that another one overtakes, sees what that one has written instead of failing', async () => {
    await givenDefault('default_transaction_isolation', 'serializable');
    await database.query({ name: 'make', text: 'CREATE TABLE counter (value int)', values: [] });
    await database.query({ name: 'fill', text: 'INSERT INTO counter VALUES (0)', values: [] });
    const readCounter = { name: 'read', text: 'SELECT value FROM counter', values: [] };
    const count = { name: 'count', text: 'UPDATE counter SET value = value + 1', values: [] };
    const overtaken = database.transaction(async (tx) => {
      await tx.query(readCounter);
      await database.query(count);
      await tx.query(count);
      return (await tx.query(readCounter)).rows;
    });
    expect(await overtaken).toEqual([{ value: 2 }]);
  });
});
