import type { Executor } from '../database.js';

/**
 * Where old bytes can be out of reach of statements, by the settings of the server.
 * @returns a sentence for each; none for the embedded server
 */
export async function outOfReach(executor: Executor): Promise<readonly string[]> {
  const { rows } = await executor.query<{ sentence: string }>({
    name: 'scrub.out_of_reach',
    text: `SELECT sentence FROM (VALUES ${places.map((_, at) => `(${at}, $${at + 1}::text, ${places[at]?.when})`).join(', ')})
             AS place (number, sentence, applies) WHERE applies ORDER BY number`,
    values: places.map(({ sentence }) => sentence),
  });
  return rows.map(({ sentence }) => sentence);
}

interface Place {
  /** SQL condition under which it holds old bytes. */
  readonly when: string;
  readonly sentence: string;
}

const logsStatements = `current_setting('log_statement') <> 'none'
  OR current_setting('log_min_duration_statement')::interval >= '0'
  OR current_setting('log_min_duration_sample')::interval >= '0'`;

const places: readonly Place[] = [
  {
    when: `current_setting('wal_recycle')::boolean`,
    sentence:
      'The server uses old files of its write-ahead log again (wal_recycle=on), and their old content stays until it is overwritten: set wal_recycle=off.',
  },
  {
    when: `current_setting('archive_mode') <> 'off'`,
    sentence:
      'The server archives its write-ahead log (archive_mode): the archive holds everything until its files are deleted.',
  },
  {
    when: 'EXISTS (SELECT FROM pg_stat_replication)',
    sentence:
      'Standbys repeat all this by themselves; each removes old files of its log with its next restartpoint (at the latest after checkpoint_timeout), and keeps their bytes where it has wal_recycle=on.',
  },
  {
    when: logsStatements,
    sentence:
      'The server logs statements with their parameters, names and addresses among them: switch log_statement and log_min_duration_statement off, or set log_parameter_max_length=0, and delete its old logs.',
  },
  {
    when: `NOT pg_has_role('pg_read_all_stats', 'USAGE')`,
    sentence:
      'Transactions of other roles, which could still see deleted rows, were hidden from this one: grant it pg_read_all_stats and run this command again.',
  },
];
