import type { Executor } from '../database.js';

interface TableFile {
  readonly file: number;
  readonly size: string;
}

/**
 * Copies live rows and indexes into new files, and samples the table's values again.
 * @returns why it could not
 */
export async function rewriteTable(
  executor: Executor,
  table: string,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const before = await fileOf(executor, table);
  say(`${table}: rewriting ${before.size}, locked meanwhile …`);
  await executor.query({
    name: `scrub.rewrite ${table}`,
    text: `VACUUM (FULL, ANALYZE) ${table}`,
    values: [],
  });
  const { file } = await fileOf(executor, table);
  // Without the right there is only a warning.
  if (file !== before.file) return [];
  return [
    `${table} was not rewritten, because this role is not its owner: run VACUUM (FULL, ANALYZE) ${table} as its owner or as a superuser, and this command again.`,
  ];
}

async function fileOf(executor: Executor, table: string): Promise<TableFile> {
  const { rows } = await executor.query<TableFile>({
    name: 'scrub.file_of_table',
    text: `SELECT pg_relation_filenode($1::regclass) AS file,
                  pg_size_pretty(pg_total_relation_size($1::regclass)) AS size`,
    values: [table],
  });
  const [row] = rows;
  if (!row) throw new Error(`There is no table ${table}.`);
  return row;
}
