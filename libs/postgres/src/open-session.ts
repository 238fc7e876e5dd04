import { StartupError } from '@svc/errors';
import pg from 'pg';
import type { PooledDatabase } from './create-database.js';

/**
 * A session outside the pool, with the server's own settings; the caller ends it. For work at process start: pool
 * connections limit the time of a response.
 *
 * @param answerWithinMs time limit of each response; default: none
 * @throws StartupError when the database can't be reached
 */
export async function openSession(database: PooledDatabase, answerWithinMs?: number): Promise<pg.Client> {
  const { connectionString, application_name, connectionTimeoutMillis } = database.pool.options;
  const client = new pg.Client({
    connectionString,
    application_name,
    connectionTimeoutMillis,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
  });
  // The pending query rejects too; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect().catch(explainUnreachable);
  return client;
}

export function explainUnreachable(cause: unknown): never {
  const { message, code } = cause as NodeJS.ErrnoException;
  // A name with several addresses fails with one error for all of them, which has no message of its own.
  throw new StartupError(
    `The database can't be reached (${message || code}): see that it runs, and that DATABASE_URL is right.`,
    { cause },
  );
}
