import type { Executor } from '@svc/postgres';
import type { Table } from '../tables/table.js';

const betweenLooksMs = 5;

/**
 * Resolves when every transaction that was writing one of these tables at the call has ended. It blocks no writer. A
 * statement locks its tables before it takes its snapshot, so a later one sees everything committed before the call; a
 * waited-for one may not.
 */
export async function writersGone(
  executor: Executor,
  tables: readonly Table[],
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  let writers = await writersAmong(executor, tables, null);
  while (writers.length > 0) {
    await pause(betweenLooksMs);
    writers = await writersAmong(executor, tables, writers);
  }
}

/** The virtual ids of the transactions that write the tables: all, or those of some. */
async function writersAmong(
  executor: Executor,
  tables: readonly Table[],
  asked: readonly string[] | null,
): Promise<readonly string[]> {
  const { rows } = await executor.query<{ id: string }>({
    name: 'rebuild_writers',
    text: `
      SELECT DISTINCT virtualtransaction AS id FROM pg_locks
       WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND relation = ANY ($1::text[]::regclass[]::oid[])
         AND ($2::text[] IS NULL OR virtualtransaction = ANY ($2))`,
    values: [tables.map(({ name }) => name), asked],
  });
  return rows.map(({ id }) => id);
}
