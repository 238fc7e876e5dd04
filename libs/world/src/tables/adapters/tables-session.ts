import pg from 'pg';

export interface SessionOptions {
  readonly connectionString: string;
  readonly login?: { readonly user: string; readonly password: string } | undefined;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** After the server's own limit, a silent server is given up. */
const answerGraceMs = 3_000;
const connectMs = 5_000;

/**
 * One session, which is discarded after its work: nothing that a statement leaves in it is there for the next one.
 * @throws what pg throws
 */
export async function inTablesSession<Result>(
  options: SessionOptions,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: addressOf(options),
    application_name: 'svc-tables',
    connectionTimeoutMillis: connectMs,
    query_timeout: options.statementMs + answerGraceMs,
    options: optionsOf(options),
  });
  // The pending query rejects too; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function addressOf({ connectionString, login }: SessionOptions): string {
  if (!login) return connectionString;
  const url = new URL(connectionString);
  url.username = encodeURIComponent(login.user);
  url.password = encodeURIComponent(login.password);
  return url.href;
}

/** What answers look like is the same on every server. No setting has a space, which would need to be quoted. */
function optionsOf({ statementMs, lockMs, settings }: SessionOptions): string {
  const all = {
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: '10000',
    client_connection_check_interval: '500',
    datestyle: 'ISO',
    timezone: 'UTC',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
    standard_conforming_strings: 'on',
    ...settings,
  };
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
