import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { createDatabase } from './create-database.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: 1 });
});
afterAll(() => test.drop());

/** A database with one idle connection, the server's process behind it, and what the owner is told. */
async function openIdle() {
  const losses: Error[] = [];
  const database = createDatabase({
    connectionString: test.connectionString,
    maxConnections: 1,
    applicationName: 'idle',
    onConnectionLost: (error) => losses.push(error),
  });
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.release();
  return { database, losses, ended, pid: rows[0]?.pid ?? 0 };
}

describe('an idle connection that the server ends', () => {
  it('while the database is open, is told', async () => {
    const { database, losses, ended, pid } = await openIdle();
    process.kill(pid, 'SIGTERM');
    await ended;
    expect(losses).toEqual([expect.objectContaining({ code: '57P01' })]);
    await database.close();
  });

  it('while the database is being closed, is no news', async () => {
    const { database, losses, ended, pid } = await openIdle();
    process.kill(pid, 'SIGSTOP'); // so that the good-bye is not read before the order to end is
    const closed = database.close();
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGCONT');
    await closed;
    await ended;
    expect(losses).toEqual([]);
  });
});
