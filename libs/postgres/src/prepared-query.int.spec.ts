import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type pg from 'pg';
import { queryPrepared } from './prepared-query.js';

let test: TestDatabase;
let client: pg.PoolClient;
let descriptionsAsked: number;

beforeEach(async () => {
  test = await createTestDatabase({ maxConnections: 2 });
  client = await test.database.pool.connect();
  await client.query('CREATE TABLE item (id int PRIMARY KEY, name text)');
  await client.query(`INSERT INTO item VALUES (1, 'one'), (2, NULL)`);
  const { connection } = client as unknown as { connection: { describe: (message: object) => void } };
  const describeRows = connection.describe.bind(connection);
  descriptionsAsked = 0;
  connection.describe = (message) => {
    descriptionsAsked++;
    describeRows(message);
  };
});
afterEach(async () => {
  client.release();
  await test.drop();
});

const read = (...ids: number[]) =>
  queryPrepared(client, {
    name: 'read_items',
    text: 'SELECT id, name FROM item WHERE id = ANY($1) ORDER BY id',
    values: [ids],
  });
const rename = (id: number) =>
  queryPrepared(client, {
    name: 'rename_item',
    text: `UPDATE item SET name = 'new' WHERE id = $1`,
    values: [id],
  });

describe('a prepared statement that a connection runs several times', () => {
  it('then its rows are described once, and each answer has its own', async () => {
    const answers = [await read(1, 2), await read(2), await read(), await read(1)];
    expect(answers.map(({ rows }): unknown => rows)).toEqual([
      [
        { id: 1, name: 'one' },
        { id: 2, name: null },
      ],
      [{ id: 2, name: null }],
      [],
      [{ id: 1, name: 'one' }],
    ]);
    expect(answers.map(({ rowCount }) => rowCount)).toEqual([2, 1, 0, 1]);
    expect(descriptionsAsked).toBe(1);
  });

  it('given that it has no rows, then it is described once and tells how many rows it changed', async () => {
    expect([await rename(1), await rename(9)].map(({ rowCount, rows }) => ({ rowCount, rows }))).toEqual([
      { rowCount: 1, rows: [] },
      { rowCount: 0, rows: [] },
    ]);
    expect(descriptionsAsked).toBe(1);
  });

  it('given that its first run was refused, then its rows are described by the next', async () => {
    const divide = (by: number) =>
      queryPrepared(client, { name: 'divide', text: 'SELECT 6 / $1::int AS quotient', values: [by] });
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect([(await divide(2)).rows, (await divide(3)).rows]).toEqual([[{ quotient: 3 }], [{ quotient: 2 }]]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(6)).rows).toEqual([{ quotient: 1 }]);
  });

  it('given that its table has changed, then the server refuses it instead of giving rows under old names', async () => {
    const readAll = () => queryPrepared(client, { name: 'all', text: 'SELECT * FROM item', values: [] });
    await readAll();
    await client.query('ALTER TABLE item RENAME COLUMN name TO title');
    await client.query('ALTER TABLE item ADD COLUMN size int');
    await expect(readAll()).rejects.toMatchObject({ code: '0A000' });
  });

  it('given another connection, then it describes the rows again', async () => {
    await read(1);
    const other = await test.database.pool.connect();
    try {
      const { rows } = await queryPrepared(other, {
        name: 'read_items',
        text: 'SELECT name FROM item WHERE id = $1',
        values: [1],
      });
      expect(rows).toEqual([{ name: 'one' }]);
    } finally {
      other.release();
    }
  });
});
