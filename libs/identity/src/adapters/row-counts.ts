import type { Database, Executor } from '@svc/postgres';

/** The tables whose rows are counted by organization; the checks of `held_count` are by these names. */
const countedTables = ['api_key', 'role', 'workspace'] as const;
type CountedTable = (typeof countedTables)[number];

/** SQL: which rows count, where not all do. */
const countedRows: Readonly<Partial<Record<CountedTable, string>>> = { role: 'counted.expires_at IS NULL' };

/**
 * Sets the counts to what the tables hold, where that has changed without the triggers: `TRUNCATE` calls none for its
 * rows. Exact whoever writes meanwhile: a writer's trigger takes the row of its count and keeps it until the commit, so
 * whoever has had it before is seen by the counting statement, and whoever comes later adds to what that has set.
 *
 * @throws DatabaseUnavailableError
 */
export async function recountRows(database: Database): Promise<void> {
  // A transaction for each, so that none waits for a count of one table with those of another in its hands.
  for (const table of countedTables)
    await database.transaction(async (tx) => setCounts(tx, table, await lockCounts(tx, table)));
}

/** Takes the counts of all organizations, in their order; the missing ones are made. @returns the organizations */
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

/** A statement after the one that took them: its snapshot shows what those have written who had them before. */
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
