import { DomainError } from '@svc/errors';
import type { DedicatedConnection, PooledDatabase } from '@svc/postgres';

const answerWithinMs = 10_000;

/**
 * Runs the rebuild of a schema, unless one is running, in this or another process. The lock belongs to its connection,
 * so a killed process leaves none behind.
 *
 * @throws DomainError `operation_in_progress`
 */
export async function withRebuildLock<Result>(
  database: PooledDatabase,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const connection = database.dedicated({ purpose: 'rebuild', statementMs: answerWithinMs });
  try {
    const { rows } = await connection.query<{ has_lock: boolean }>({
      name: `${schema}.rebuild_lock`,
      text: `SELECT pg_try_advisory_lock(hashtextextended('rebuild of ' || $1, 0)) AS has_lock`,
      values: [schema],
    });
    if (!rows[0]?.has_lock) throw alreadyRunning(schema);
    try {
      return await work();
    } finally {
      await release(connection, schema);
    }
  } finally {
    await connection.close();
  }
}

/** Released explicitly: the server notices a closed connection late and would refuse the next rebuild until then. */
async function release(connection: DedicatedConnection, schema: string): Promise<void> {
  await connection
    .query({
      name: `${schema}.rebuild_unlock`,
      text: `SELECT pg_advisory_unlock(hashtextextended('rebuild of ' || $1, 0))`,
      values: [schema],
    })
    .catch(() => undefined); // a lost connection has released it
}

function alreadyRunning(schema: string): DomainError {
  return new DomainError(
    'operation_in_progress',
    `The read models of ${schema} are being rebuilt already. Wait for that to end.`,
  );
}
