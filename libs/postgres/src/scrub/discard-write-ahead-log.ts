import { sqlState } from '../database-errors.js';
import type { Executor } from '../database.js';

const insufficientPrivilege = '42501';

/**
 * Begins a new file of the write-ahead log and lets a checkpoint remove those before it, along with the former files of
 * rewritten tables.
 * @returns why some stay
 */
export async function discardWriteAheadLog(
  executor: Executor,
  say: (line: string) => void,
): Promise<readonly string[]> {
  say('Discarding the write-ahead log …');
  try {
    // Pages that are only in memory would otherwise keep the log that recovers them.
    await run(executor, 'checkpoint', 'CHECKPOINT');
    await run(executor, 'switch_wal', 'SELECT pg_switch_wal()');
    await run(executor, 'checkpoint', 'CHECKPOINT');
    const { rows } = await executor.query<{ files: number }>(filesBeforeThisOne);
    const files = rows[0]?.files ?? 0;
    return files === 0 ? [] : [keptFiles(files)];
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error;
    return [
      'The write-ahead log was not discarded, because this role may not: as a superuser run CHECKPOINT; SELECT pg_switch_wal(); CHECKPOINT;',
    ];
  }
}

async function run(executor: Executor, name: string, text: string): Promise<void> {
  await executor.query({ name: `scrub.${name}`, text, values: [] });
}

/** Names of files rise with time; the first 8 digits are the timeline, which all of a running server but a few share. */
const filesBeforeThisOne = {
  name: 'scrub.wal_files_before',
  text: `SELECT count(*)::integer AS files FROM pg_ls_waldir()
          WHERE name ~ '^[0-9A-F]{24}$' AND name < pg_walfile_name(pg_current_wal_lsn())`,
  values: [],
};

function keptFiles(files: number): string {
  return `${files} older files of the write-ahead log are kept by a replication slot, wal_keep_size or an archive that lags: see pg_replication_slots and pg_stat_archiver, and run this command again.`;
}
