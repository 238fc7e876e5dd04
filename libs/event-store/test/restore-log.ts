import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PooledDatabase } from '@svc/postgres';

const tables = ['event_epoch', 'event', 'snapshot', 'subscription_checkpoint', 'parked_stream'];

/**
 * Copies an event log to another server row by row, by COPY to and from files: the embedded server comes without
 * pg_dump. Harder than a dump, which would also set the sequence of positions.
 */
export async function restoreLog(from: PooledDatabase, to: PooledDatabase, schema: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'svc-copy-'));
  await chmod(folder, 0o777); // both servers run as another user than the test when that is root
  try {
    for (const table of tables) {
      const file = path.join(folder, table);
      await from.pool.query(`COPY (TABLE ${schema}.${table}) TO '${file}'`);
      await to.pool.query(`TRUNCATE ${schema}.${table}; COPY ${schema}.${table} FROM '${file}'`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
