// A standalone on its own database server, for one measurement.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import '../../test/support/source-loader.mjs';

const { StandaloneProcess } = await import('../../test/support/standalone-process.ts');
const { createDatabase, startEmbeddedPostgres } = await import('@svc/postgres');

/**
 * Starts both, with the settings that every default has, and leaves nothing behind, also when it is interrupted.
 * @param name of the benchmark: names folder and connections
 * @param work gets the standalone, its data folder, and a database handle with its address
 */
export async function withStandalone(name, work) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `svc-${name}-`));
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  const removeAll = async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  const leave = () => void removeAll().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const { connectionString } = server;
  const database = createDatabase({ connectionString, maxConnections: 10, applicationName: `${name}.bench` });
  const dataDir = path.join(folder, 'data');
  let standalone;
  try {
    standalone = await StandaloneProcess.start({ dataDir, env: { DATABASE_URL: connectionString } });
    return await work({ standalone, dataDir, database, connectionString });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await standalone?.stop();
    await database.close();
    await removeAll();
  }
}
