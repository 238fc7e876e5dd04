import { StartupError } from '@svc/errors';
import { contexts } from '@svc/installation';
import type { PooledDatabase } from '@svc/postgres';
import { connectionsBesidePool } from './database-roles.js';

/** Connections of this process, besides the services, at its start. */
const ownConnections = 5;
/** The smallest pool that a service starts with. */
const smallestPool = 2;

/**
 * Checks that the server has room for all connections of the services together.
 * @param poolConnections of each service
 * @throws StartupError if it has not
 */
export async function assertConnectionBudget(
  database: PooledDatabase,
  poolConnections: number,
): Promise<void> {
  const { rows } = await database.query<{ room: number }>({
    name: 'distributed.connection_room',
    text: `
      SELECT current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
             - coalesce(current_setting('reserved_connections', true), '0')::integer AS room`,
    values: [],
  });
  const shortage = connectionShortage(poolConnections, rows[0]?.room ?? 0);
  if (shortage !== undefined) throw new StartupError(shortage);
}

/**
 * @param room connections that the server has for ordinary roles
 * @returns one sentence; undefined if they fit
 */
export function connectionShortage(poolConnections: number, room: number): string | undefined {
  const needed = (pool: number) => contexts.length * (pool + connectionsBesidePool) + ownConnections;
  if (needed(poolConnections) <= room) return undefined;
  const fitting = Math.floor((room - ownConnections) / contexts.length) - connectionsBesidePool;
  const remedy =
    fitting >= smallestPool
      ? `set SVC_DATABASE_CONNECTIONS to ${fitting}, or raise max_connections`
      : `raise max_connections by ${needed(smallestPool) - room} at least, and set SVC_DATABASE_CONNECTIONS to ${smallestPool}`;
  return `The services may open ${needed(poolConnections)} database connections together, and the server has room for ${room}: ${remedy}.`;
}
