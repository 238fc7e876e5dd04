import { StartupError } from '@svc/errors';
import pg from 'pg';
import type { PooledDatabase } from './create-database.js';

/**
 * A session beside the pool, with the server's own settings; the caller ends it. For work at the start of a process:
 * connections of the pool give up a statement whose answer takes long, whatever the server's limits.
 *
 * @param answerWithinMs how long each answer is waited for; without it, for as long as it takes
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
  // Whoever waits for an answer is told; unheard it would end the process.
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
