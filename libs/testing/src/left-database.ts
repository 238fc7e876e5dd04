import path from 'node:path';
import { createDatabase, startEmbeddedPostgres, type PooledDatabase } from '@svc/postgres';

export interface LeftDatabase {
  readonly database: PooledDatabase;
  close(): Promise<void>;
}

/**
 * Opens the database that a standalone has left in its data folder, to look at what is stored. The standalone must have
 * ended.
 * @throws StartupError when it still runs, and when there is none
 */
export async function openLeftDatabase(dataDir: string): Promise<LeftDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    mustExist: true,
    log: () => undefined,
  });
  const database = createDatabase({
    connectionString: server.connectionString,
    maxConnections: 2,
    applicationName: 'test of the left data',
  });
  return {
    database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}
