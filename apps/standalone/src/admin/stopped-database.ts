import type { PooledDatabase } from '@svc/postgres';
import { silentLogger } from '@svc/telemetry';
import type { Configuration } from '../configuration.js';
import { openDatabase } from '../database.js';

/**
 * The database of an installation, for commands that open it themselves: an embedded one must not be in use.
 * @throws StartupError when it is
 */
export async function withDatabase(
  configuration: Configuration,
  work: (database: PooledDatabase) => Promise<void>,
): Promise<void> {
  const watch = { onServerReturned: async () => undefined, onServerLost: () => undefined };
  const database = await openDatabase(configuration, (line) => console.error(line), silentLogger, watch);
  try {
    await work(database.pool);
  } finally {
    await database.close();
  }
}
