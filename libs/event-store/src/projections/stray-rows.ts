import type { Executor } from '@svc/postgres';
import type { TableRow } from '../tables/sql-fragment.js';
import type { Table } from '../tables/table.js';

/** Rows looked at by one statement. */
const pageSize = 1_000;

interface LookedAt {
  readonly key: TableRow;
  readonly is_stray: boolean;
}

/** Removes rows without a stream in the category, page by page. @returns their number */
export async function removeStrays(
  executor: Executor,
  schema: string,
  category: string,
  table: Table,
): Promise<number> {
  let removed = 0;
  for (let after: TableRow | undefined; ;) {
    const { rows } = await executor.query<LookedAt>(lookStatement(schema, category, table, after));
    const strays = rows.flatMap(({ key, is_stray: isStray }) => (isStray ? [key] : []));
    if (strays.length > 0)
      removed += (await executor.query(removal(schema, category, table, strays))).rowCount;
    after = rows.at(-1)?.key;
    if (rows.length < pageSize) return removed;
  }
}

/** A row and the first event of its stream are committed together, so one snapshot shows both or none. */
function lookStatement(schema: string, category: string, table: Table, after: TableRow | undefined) {
  const { name, key } = table;
  const columns = key.map((column) => `seen.${column}`).join(', ');
  const last = key.map((column) => `(json_populate_record(NULL::${name}, $1::json)).${column}`).join(', ');
  return {
    name: `${name}.rebuild_strays_${category}${after ? '_after' : ''}`,
    // LATERAL, or the planner may read the whole log.
    text: `
      SELECT json_build_object(${key.map((column) => `'${column}', seen.${column}`).join(', ')}) AS key,
             first.found IS NULL AS is_stray
        FROM ${name} AS seen
        LEFT JOIN LATERAL (SELECT 1 AS found FROM ${schema}.event
                            WHERE ${isFirstEvent(category, table, 'seen')} LIMIT 1) AS first ON true
       WHERE ${ofCategory(category, table, 'seen')}${after ? ` AND (${columns}) > (${last})` : ''}
       ORDER BY ${columns} LIMIT ${pageSize}`,
    values: after ? [JSON.stringify(after)] : [],
  };
}

function removal(schema: string, category: string, table: Table, strays: readonly TableRow[]) {
  const { name, key } = table;
  const keyOf = (alias: string) => key.map((column) => `${alias}.${column}`).join(', ');
  return {
    name: `${name}.rebuild_remove_strays_${category}`,
    text: `
      DELETE FROM ${name} AS stray USING json_populate_recordset(NULL::${name}, $1::json) AS known
       WHERE (${keyOf('stray')}) = (${keyOf('known')})
         AND NOT EXISTS (SELECT FROM ${schema}.event WHERE ${isFirstEvent(category, table, 'stray')})`,
    values: [JSON.stringify(strays)],
  };
}

/** Rows that aggregates of this category can have. */
function ofCategory(category: string, { owner }: Table, alias: string): string {
  return owner.category === undefined ? 'true' : `${alias}.${owner.category} = '${category}'`;
}

function isFirstEvent(category: string, { owner }: Table, alias: string): string {
  const { tenant, tenantPrefix = '', id } = owner;
  return `stream_id = '${tenantPrefix}' || ${alias}.${tenant} || '/${category}/' || ${alias}.${id} AND stream_version = 1`;
}
