import { sqlState } from '../database-errors.js';
import type { Executor } from '../database.js';

const insufficientPrivilege = '42501';

/**
 * A server that dies while it rewrites a table leaves the unfinished copy in its data folder for ever, unknown to its
 * catalogue.
 * @returns a sentence about them when there are any, or when that can't be known
 */
export async function filesOfNoTable(executor: Executor): Promise<readonly string[]> {
  try {
    const { rows } = await executor.query<{ file: string }>(selectFiles);
    if (rows.length === 0) return [];
    const files = rows.map(({ file }) => file).join(', ');
    return [
      `Files that belong to no table, as a crash leaves them: ${files}. Stop the database server, delete them from its data folder, and run this command again.`,
    ];
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error;
    return [
      'Whether a crash has left copies of tables in the data folder is not known, because this role may not look: run this command as a superuser.',
    ];
  }
}

/** Empty ones wait for the next checkpoint to be removed. Files of temporary tables have other names. */
const selectFiles = {
  name: 'scrub.files_of_no_table',
  text: `
    WITH folder AS (SELECT 'base/' || oid AS path FROM pg_database WHERE datname = current_database())
    SELECT path || '/' || name AS file
      FROM folder, pg_ls_dir(path) AS name, pg_stat_file(path || '/' || name, true) AS stat
     WHERE name ~ '^[0-9]+([._]|$)' AND stat.size > 0
       AND pg_filenode_relation(0, substring(name FROM '^[0-9]+')::oid) IS NULL
     ORDER BY file`,
  values: [],
};
