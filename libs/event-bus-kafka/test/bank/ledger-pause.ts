import type { PooledDatabase } from '@svc/postgres';

/** The longest time without a deposit in the ledger, in ms, by the clock of its database. */
export async function maxPauseMs({ pool }: PooledDatabase): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(`
    SELECT coalesce(max(extract(epoch FROM at - before)), 0)::float8 * 1000 AS ms
      FROM (SELECT at, lag(at) OVER (ORDER BY at) AS before FROM ledger.line) AS lines`);
  return rows[0]?.ms ?? 0;
}
