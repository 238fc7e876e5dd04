import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@svc/testing';
import { EmbeddedServers, rejection } from '../test/embedded-servers.js';
import { poolTransactions } from '../test/transaction-pooler.js';
import { assertSuitableServer } from './assert-suitable-server.js';
import { createDatabase } from './create-database.js';

const servers = new EmbeddedServers();

async function check(connectionString: string): Promise<void> {
  const database = createDatabase({ connectionString, maxConnections: 1, applicationName: 'check' });
  await assertSuitableServer(database).finally(() => database.close());
}

describe('a server', () => {
  it('that is as durable as one can be is taken', async () => {
    const { connectionString } = await servers.start();
    await expect(check(connectionString)).resolves.toBeUndefined();
  });

  it.each([
    [
      { fsync: 'off' },
      'The database server runs with fsync=off, so a crash can destroy what it has stored: set fsync = on in its postgresql.conf and reload it.',
    ],
    [
      { fsync: 'off', full_page_writes: 'off' },
      'The database server runs with fsync=off and full_page_writes=off, so a crash can destroy what it has stored: set fsync = on and full_page_writes = on in its postgresql.conf and reload it.',
    ],
  ])('that a crash can destroy (%j) is refused in one sentence', async (settings, sentence) => {
    const { connectionString } = await servers.start({ settings });
    expect((await rejection(check(connectionString))).message).toBe(sentence);
  });

  it('that can not be reached is named as such, without its password', async () => {
    const { message } = await rejection(check('postgresql://svc:secret@127.0.0.1:1/svc'));
    expect(message).toMatch(/^The database can't be reached \(.*ECONNREFUSED.*\): see that it runs/);
    expect(message).not.toContain('secret');
  });
});

describe('an address', () => {
  it.each([
    ['has one session for both of two clients', 1],
    ['goes round two sessions', 2],
    ['goes round three sessions', 3],
  ])('of a pooler that %s is refused in one sentence', async (_name, sessions) => {
    const test = await createTestDatabase();
    const pooler = await poolTransactions(test.connectionString, sessions);
    const { message } = await rejection(check(pooler.connectionString));
    expect(message).toBe(
      'DATABASE_URL leads to a connection pooler that shares sessions of the server between clients (transaction pooling): ' +
        'set the pooler to session pooling, or use the direct address of the server.',
    );
    await pooler.close();
    await test.drop();
  });

  it('that leads to the server itself is taken', async () => {
    const test = await createTestDatabase();
    await expect(check(test.connectionString)).resolves.toBeUndefined();
    await test.drop();
  });
});
