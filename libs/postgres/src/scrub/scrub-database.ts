import { discardWriteAheadLog } from './discard-write-ahead-log.js';
import { outOfReach } from './out-of-reach.js';
import { rewriteTable } from './rewrite-table.js';
import { untilUnseen } from './until-unseen.js';
import { filesOfNoTable } from './files-of-no-table.js';
import type { PooledDatabase } from '../create-database.js';

export interface ScrubOptions {
  /** Names with schema of the tables with deleted rows or values. */
  readonly tables: readonly string[];
  /** Each step, before it is done. */
  readonly say: (line: string) => void;
  /** Maximum wait for transactions that can still see deleted rows, in ms. Default 60,000. */
  readonly waitMs?: number;
}

/** Whole sentences for the installer, each with what to do. */
export interface ScrubOutcome {
  /** What this run could not do: old bytes are still in the server's data folder. */
  readonly undone: readonly string[];
  /** Where old bytes can be that no statement reaches: archives, standbys, logs. */
  readonly outOfReach: readonly string[];
}

/** What planners know of columns: samples of their values. */
const statistics = 'pg_catalog.pg_statistic';

/**
 * Removes deleted rows and old values from the files of the database server, where they stay in tables and write-ahead
 * log until overwritten. It rewrites the tables, and removes the old files and the older log.
 *
 * Each table is locked against reading and writing while it is rewritten, about a second for 100 MB; `pg_statistic`
 * too, which planners read. Can be repeated at any time; interrupted, it is begun again.
 *
 * @throws StartupError when a transaction stays open that can see what was deleted
 */
export async function scrubDatabase(database: PooledDatabase, options: ScrubOptions): Promise<ScrubOutcome> {
  const { tables, say, waitMs = 60_000 } = options;
  await untilUnseen(database, waitMs, say);
  const undone: string[] = [];
  for (const table of [...tables, statistics]) undone.push(...(await rewriteTable(database, table, say)));
  undone.push(...(await discardWriteAheadLog(database, say)));
  undone.push(...(await filesOfNoTable(database)));
  return { undone, outOfReach: await outOfReach(database) };
}
