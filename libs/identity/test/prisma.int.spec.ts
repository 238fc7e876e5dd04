import { createDatabase, DatabaseUnavailableError, TransactionConflictError } from '@svc/postgres';
import { createTestDatabase } from '@svc/testing';
import { identityContext } from '../src/index.js';
import { createPrisma } from '../src/projections/prisma.js';

const firstUser = { take: 1 };

it.each([
  ['that nobody listens for', 'postgresql://nobody@127.0.0.1:1/none'],
  ['whose socket is gone', 'postgresql://nobody@localhost/none?host=/nowhere&port=5432'],
])('given a database %s, when a list is requested, then a retry may succeed', async (_where, address) => {
  const database = createDatabase({ connectionString: address, maxConnections: 1, applicationName: 'test' });
  const prisma = createPrisma(database);
  await expect(prisma.userAccount.findMany(firstUser)).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await prisma.$disconnect();
  await database.close();
});

it('given a database without the table, when a list is requested, then that is an internal error', async () => {
  const { database, drop } = await createTestDatabase();
  const prisma = createPrisma(database);
  const error: unknown = await prisma.userAccount.findMany(firstUser).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(DatabaseUnavailableError);
  await prisma.$disconnect();
  await drop();
});

it('given sessions that have all lost their prepared statements, when a list is requested, then another session serves it', async () => {
  const { database, drop } = await createTestDatabase({
    migrations: identityContext.migrations,
    maxConnections: 3,
  });
  const prisma = createPrisma(database);
  const lists = () => Promise.all([1, 2, 3].map(() => prisma.userAccount.findMany(firstUser)));
  await lists();
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
  await Promise.all(clients.map((client) => client.query('DISCARD ALL')));
  for (const client of clients) client.release();
  expect(await lists()).toEqual([[], [], []]);
  await prisma.$disconnect();
  await drop();
});

it('given a transaction that the server aborts as a deadlock, when a list is requested, then it is a lost race', async () => {
  const { database, drop } = await createTestDatabase({ migrations: identityContext.migrations });
  await database.pool.query(`
    CREATE FUNCTION identity.give_up() RETURNS boolean LANGUAGE plpgsql
      AS 'BEGIN RAISE ''could not serialize access'' USING ERRCODE = ''40001''; END';
    ALTER TABLE identity.user_account RENAME TO stored_account;
    CREATE VIEW identity.user_account AS
      SELECT stored_account.* FROM identity.give_up() LEFT JOIN identity.stored_account ON true`);
  const prisma = createPrisma(database);
  await expect(prisma.userAccount.findMany(firstUser)).rejects.toBeInstanceOf(TransactionConflictError);
  await prisma.$disconnect();
  await drop();
});
