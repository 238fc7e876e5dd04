import type { Executor } from '@svc/postgres';

/** Milliseconds since the Unix epoch by the database's clock. One query. */
export async function databaseNowMs(executor: Executor): Promise<number> {
  const { rows } = await executor.query<{ now_ms: number }>({
    name: 'conversations.database_now',
    text: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms',
    values: [],
  });
  const [row] = rows;
  if (!row) throw new TypeError('A clock tells one time.');
  return row.now_ms;
}
