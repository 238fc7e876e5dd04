import pg from 'pg';

/** A backup of a whole database, on the same server. */
export interface DatabaseCopy {
  /** Replaces the database with the copy. All connections are lost. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

/** Copies the database. Ends all connections, and blocks new ones during the copy. */
export async function copyDatabase(connectionString: string): Promise<DatabaseCopy> {
  const name = decodeURIComponent(new URL(connectionString).pathname.slice(1));
  const copy = `${name}_copy`;
  await onServer(connectionString, async (query) => {
    await query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await query(
      `SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    await query(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
    await query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  });
  return {
    restore: () =>
      onServer(connectionString, async (query) => {
        await query(`DROP DATABASE ${name} WITH (FORCE)`);
        await query(`ALTER DATABASE ${copy} RENAME TO ${name}`);
      }),
    remove: () => onServer(connectionString, (query) => query(`DROP DATABASE IF EXISTS ${copy}`)),
  };
}

async function onServer(
  connectionString: string,
  work: (query: (statement: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const url = new URL(connectionString);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(async (statement) => void (await client.query(statement)));
  } finally {
    await client.end();
  }
}
