import type { Database, Executor } from '@svc/postgres';

/** The tables with a row count per organization. The check constraints of `held_count` have these names. */
const countedTables = ['api_key', 'role', 'workspace'] as const;
type CountedTable = (typeof countedTables)[number];

/** SQL: which rows count, where not all do. */
const countedRows: Readonly<Partial<Record<CountedTable, string>>> = { role: 'counted.expires_at IS NULL' };

/**
 * Sets the counts to the rows in the tables after a change without triggers: `TRUNCATE` fires none per row.
 * Exact under concurrent writes: a writer's trigger locks the row of its count until the commit. The count sees
 * writers that had the lock before, and later writers add to it.
 *
 * @throws DatabaseUnavailableError
 */
export async function recountRows(database: Database): Promise<void> {
  // One transaction per table, so that none waits for a count while it holds locks on the counts of another.
  for (const table of countedTables)
    await database.transaction(async (tx) => setCounts(tx, table, await lockCounts(tx, table)));
}

/**
 * Locks the counts of all organizations in a fixed order, and creates the missing ones. @returns the organizations
 */
async function lockCounts(tx: Executor, table: CountedTable): Promise<readonly string[]> {
  const { rows } = await tx.query<{ org_id: string }>({
    name: `identity.hold_counts_${table}`,
    text: `
      INSERT INTO identity.held_count AS count (org_id, what, held)
      SELECT org_id, $1, 0
        FROM (SELECT org_id FROM identity.held_count WHERE what = $1
               UNION SELECT org_id FROM identity.${table}) AS organization
       ORDER BY org_id
          ON CONFLICT (org_id, what) DO UPDATE SET held = count.held
      RETURNING org_id`,
    values: [table],
  });
  return rows.map(({ org_id: orgId }) => orgId);
}

/** A statement of its own after the lock: its snapshot shows the writes of those who had the lock before. */
async function setCounts(tx: Executor, table: CountedTable, orgIds: readonly string[]): Promise<void> {
  const isCounted = countedRows[table] ?? 'TRUE';
  await tx.query({
    name: `identity.set_counts_${table}`,
    text: `
      UPDATE identity.held_count AS count
         SET held = (SELECT count(*) FROM identity.${table} AS counted
                      WHERE counted.org_id = count.org_id AND ${isCounted})
       WHERE what = $1 AND org_id = ANY ($2)`,
    values: [table, orgIds],
  });
}
