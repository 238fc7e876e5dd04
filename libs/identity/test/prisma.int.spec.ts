import { createDatabase, DatabaseUnavailableError } from '@svc/postgres';
import { createTestDatabase } from '@svc/testing';
import { createPrisma } from '../src/projections/prisma.js';

const firstUser = { take: 1 };

it.each([
  ['that nobody listens for', 'postgresql://nobody@127.0.0.1:1/none'],
  ['whose socket is gone', 'postgresql://nobody@localhost/none?host=/nowhere&port=5432'],
])('given a database %s, when a list is asked for, then a later try may succeed', async (_where, address) => {
  const database = createDatabase({ connectionString: address, maxConnections: 1, applicationName: 'test' });
  const prisma = createPrisma(database);
  await expect(prisma.userAccount.findMany(firstUser)).rejects.toBeInstanceOf(DatabaseUnavailableError);
  await prisma.$disconnect();
  await database.close();
});

it('given a database without the table, when a list is asked for, then that is a failure of ours', async () => {
  const { database, drop } = await createTestDatabase();
  const prisma = createPrisma(database);
  const failure: unknown = await prisma.userAccount.findMany(firstUser).catch((reason: unknown) => reason);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(DatabaseUnavailableError);
  await prisma.$disconnect();
  await drop();
});
