import { StartupError } from '@svc/errors';
import type pg from 'pg';
import type { PooledDatabase } from './create-database.js';
import { openSession } from './open-session.js';

/**
 * Refuses a server that can lose what it has acknowledged. Contexts call it before they migrate and serve.
 * @throws StartupError that says what to change; also when the database can't be reached
 */
export async function assertSuitableServer(database: PooledDatabase): Promise<void> {
  const session = await openSession(database);
  try {
    await assertSurvivesCrash(session);
  } finally {
    await session.end();
  }
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
