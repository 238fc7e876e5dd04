import { StartupError } from '@svc/errors';
import type pg from 'pg';
import type { PooledDatabase } from './create-database.js';
import { explainUnreachable, openSession } from './open-session.js';

/** Time limit for a silent server, and for a second session that a pooler has no room for. */
const answerWithinMs = 5_000;

/**
 * Refuses a server that can lose acknowledged writes, and an address that does not keep sessions. Contexts call it
 * before they migrate and serve.
 * @throws StartupError that says what to change; also when the database can't be reached
 */
export async function assertSuitableServer(database: PooledDatabase): Promise<void> {
  const first = await openSession(database, answerWithinMs);
  let second: pg.Client | undefined;
  try {
    second = await openSession(database, answerWithinMs);
    await assertKeepsSessions(first, second).catch(explainError);
    await assertSurvivesCrash(first).catch(explainError);
  } finally {
    await Promise.all([first.end(), second?.end()]);
  }
}

/**
 * A pooler in transaction mode gives each transaction any free session of the server: prepared statements, settings,
 * session locks and LISTEN break. It shows when two alternating sessions share a server process, or change theirs.
 */
async function assertKeepsSessions(first: pg.Client, second: pg.Client): Promise<void> {
  const ofFirst = new Set<number>();
  const ofSecond = new Set<number>();
  // Not strictly alternating, or a round-robin pooler with two sessions would look as if it kept them.
  for (const isFirst of [true, false, false, true, true, false])
    (isFirst ? ofFirst : ofSecond).add(await serverProcess(isFirst ? first : second));
  const areKept = ofFirst.size === 1 && ofSecond.size === 1;
  const areDifferent = new Set([...ofFirst, ...ofSecond]).size === 2;
  if (areKept && areDifferent) return;
  throw new StartupError(
    'DATABASE_URL leads to a connection pooler that shares sessions of the server between clients (transaction ' +
      'pooling): set the pooler to session pooling, or use the direct address of the server.',
  );
}

async function serverProcess(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** These two belong to the whole server: no session can set them for itself. */
async function assertSurvivesCrash(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting <> 'on' ORDER BY name`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  throw new StartupError(
    `The database server runs with ${names.map((name) => `${name}=off`).join(' and ')}, so a crash can destroy what it ` +
      `has stored: set ${names.map((name) => `${name} = on`).join(' and ')} in its postgresql.conf and reload it.`,
  );
}

function explainError(error: unknown): never {
  if (error instanceof StartupError) throw error;
  return explainUnreachable(error);
}
