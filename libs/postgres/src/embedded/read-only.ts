import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** How often new sessions are asked whether they have it, 10 ms apart. */
const maxAsks = 500;

/**
 * Makes all sessions of the server refuse, or take, changes from their next transaction on; it stays so over restarts.
 * Resolves once new sessions begin with it.
 */
export async function setReadOnly(connectionString: string, isReadOnly: boolean): Promise<void> {
  const wanted = isReadOnly ? 'on' : 'off';
  if ((await readOnlyOf(connectionString)) === wanted) return;
  await run(connectionString, `ALTER SYSTEM SET default_transaction_read_only = ${wanted}`);
  await run(connectionString, 'SELECT pg_reload_conf()');
  for (let asks = 0; (await readOnlyOf(connectionString)) !== wanted; asks += 1) {
    if (asks === maxAsks) throw new Error(`new sessions do not begin with read_only = ${wanted}`);
    await delay(10);
  }
}

/** Of a new session: it is what the server gives to all others. */
async function readOnlyOf(connectionString: string): Promise<string | undefined> {
  const text = `SELECT current_setting('default_transaction_read_only') AS value`;
  const [row] = await run(connectionString, text);
  return row?.value;
}

async function run(connectionString: string, text: string): Promise<readonly { readonly value?: string }[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined); // a server that crashes fails the statement, and that is enough
  await client.connect();
  try {
    return (await client.query<{ value?: string }>(text)).rows;
  } finally {
    await client.end();
  }
}
