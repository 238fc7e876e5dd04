import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { createDatabase } from '../create-database.js';
import { ensureSchemaOwner } from './ensure-schema-owner.js';

const ending = randomBytes(4).toString('hex');
const shop = { schema: 'shop', role: `shop_${ending}`, password: 'first-of-shop', connections: 2 };
const stock = { schema: 'stock', role: `stock_${ending}`, password: 'of-stock', connections: 2 };
const roles = [shop.role, stock.role, `plain_${ending}`];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  // As a start in one process leaves it: all is its own.
  await test.database.pool.query(`
    CREATE SCHEMA shop;
    CREATE TYPE shop.colour AS ENUM ('red');
    CREATE SEQUENCE shop.counter;
    CREATE TABLE shop.item (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, colour shop.colour);
    CREATE VIEW shop.red AS SELECT id FROM shop.item WHERE colour = 'red';
    CREATE FUNCTION shop.count_items() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM shop.item'`);
  await ensureSchemaOwner(test.database, shop);
  await ensureSchemaOwner(test.database, stock);
});
afterAll(async () => {
  const drops = roles.map(
    (role) => `DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}')
      THEN DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}; END IF; END $$`,
  );
  for (const drop of drops) await test.database.pool.query(drop);
  await test.drop();
});

function addressOf(role: string, password: string): string {
  const url = new URL(test.connectionString);
  [url.username, url.password] = [role, password];
  return url.href;
}

/** What a statement gives the role: rows, or the code of its refusal. */
async function as({ role, password }: { role: string; password: string }, ...statements: string[]) {
  const client = new pg.Client({ connectionString: addressOf(role, password) });
  try {
    await client.connect();
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    return (await client.query<Record<string, unknown>>(statements.at(-1) ?? '')).rows;
  } catch (error) {
    return (error as pg.DatabaseError).code;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const insufficientPrivilege = '42501';
const invalidPassword = '28P01';
const tooManyConnections = '53300';

describe('the owner of a schema', () => {
  it('owns everything in it, and changes it', async () => {
    const foreign = await test.database.pool.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'shop'::regnamespace AND pg_get_userbyid(relowner) <> $1`,
      [shop.role],
    );
    expect(foreign.rows).toEqual([]);
    expect(
      await as(
        shop,
        "ALTER TYPE shop.colour ADD VALUE 'blue'",
        'ALTER TABLE shop.item ADD COLUMN price int',
        'INSERT INTO shop.item (price) VALUES (1)',
        "SELECT setval('shop.counter', 7)",
        'DROP VIEW shop.red',
        'SELECT shop.count_items() AS count',
      ),
    ).toEqual([{ count: '1' }]);
  });

  it('has no right to the schema of another, nor to make one', async () => {
    expect(await as(stock, 'CREATE TABLE stock.shelf (id int)', 'SELECT id FROM stock.shelf')).toEqual([]);
    expect(await as(stock, 'SELECT id FROM shop.item')).toBe(insufficientPrivilege);
    expect(await as(stock, 'SELECT shop.count_items()')).toBe(insufficientPrivilege);
    expect(await as(stock, 'DROP SCHEMA shop CASCADE')).toBe(insufficientPrivilege);
    expect(await as(stock, 'CREATE SCHEMA further')).toBe(insufficientPrivilege);
    expect(await as(stock, `SET ROLE ${shop.role}`)).toBe(insufficientPrivilege);
    expect(await as(stock, 'CREATE ROLE further')).toBe(insufficientPrivilege);
  });

  it('sees the transactions of others, which can hold its event horizon back', async () => {
    const seen = await as(stock, `SELECT pg_has_role('pg_read_all_stats', 'USAGE') AS seen`);
    expect(seen).toEqual([{ seen: true }]);
  });

  it('has no more sessions than its budget', async () => {
    const holding = [1, 2].map(() => new pg.Client(addressOf(stock.role, stock.password)));
    await Promise.all(holding.map((client) => client.connect()));
    expect(await as(stock, 'SELECT 1')).toBe(tooManyConnections);
    await Promise.all(holding.map((client) => client.end()));
  });

  it('given another password, signs in only by that one, and keeps what it has', async () => {
    const changed = { ...shop, password: 'second-of-shop' };
    await ensureSchemaOwner(test.database, changed);
    expect(await as(shop, 'SELECT 1')).toBe(invalidPassword);
    expect(await as(changed, 'SELECT count(*) FROM shop.item')).toEqual([{ count: '1' }]);
  });

  it('given somebody who may not make roles, says what is missing', async () => {
    const role = { role: `plain_${ending}`, password: 'plain' };
    await test.database.pool.query(`CREATE ROLE ${role.role} LOGIN PASSWORD 'plain'`);
    const database = createDatabase({
      connectionString: addressOf(role.role, role.password),
      maxConnections: 1,
      applicationName: 'plain',
    });
    const rejection: unknown = await ensureSchemaOwner(database, { ...shop, role: `other_${ending}` }).catch(
      (error: unknown) => error,
    );
    await database.close();
    expect(rejection).toBeInstanceOf(StartupError);
    expect((rejection as StartupError).message).toMatch(
      /can't be made .*: DATABASE_URL needs a role that may/,
    );
  });
});
