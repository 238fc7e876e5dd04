import { StartupError } from '@svc/errors';
import {
  assertSuitableServer,
  createDatabase,
  findRunningPostgres,
  type PooledDatabase,
} from '@svc/postgres';
import { silentLogger } from '@svc/telemetry';
import type { Configuration } from '../configuration.js';
import { contextNames, type ContextName } from '../contexts/contexts.js';
import { embeddedServerFolder, openDatabase, type StandaloneDatabase } from './database.js';
import { assertReadable } from './migrate.js';

/** Reading a long log takes longer than a request's statement or transaction may. */
const limits = { statementMs: 0, transactionMs: 0 };
/** For a command next to a standalone, which leaves room for them. */
const maxConnections = 10;

/** A command that opens the database itself. */
export interface DatabaseUser {
  readonly configuration: Configuration;
  /** Called with messages from the start of the embedded server. */
  readonly warn: (line: string) => void;
}

/**
 * The database of an installation, for commands that open it themselves: an embedded one must not be in use.
 * @param needed the contexts that it must hold; all by default
 * @throws StartupError if it is in use, or holds no installation
 */
export async function withDatabase(
  { configuration, warn }: DatabaseUser,
  work: (database: PooledDatabase) => Promise<void>,
  needed: readonly ContextName[] = contextNames,
): Promise<void> {
  const watch = { onServerReturned: async () => undefined, onServerLost: () => undefined };
  const options = { mustExist: true, limits };
  await withOpened(await openDatabase(configuration, warn, silentLogger, watch, options), work, needed);
}

/**
 * The same for commands that can run next to an installation, and then share its embedded server.
 * @param needed as above
 * @throws StartupError if it holds no installation
 */
export async function withSharedDatabase(
  user: DatabaseUser,
  work: (database: PooledDatabase) => Promise<void>,
  needed: readonly ContextName[] = contextNames,
): Promise<void> {
  const { configuration } = user;
  const connectionString =
    configuration.DATABASE_URL ?? findRunningPostgres(embeddedServerFolder(configuration.SVC_DATA_DIR));
  if (connectionString === undefined) return withDatabase(user, work, needed);
  const pool = createDatabase({ connectionString, maxConnections, applicationName: 'svc-admin', limits });
  await withOpened({ pool, folders: [], close: () => pool.close() }, work, needed);
}

async function withOpened(
  database: Pick<StandaloneDatabase, 'pool' | 'folders' | 'close'>,
  work: (database: PooledDatabase) => Promise<void>,
  needed: readonly ContextName[],
): Promise<void> {
  try {
    await assertSuitableServer(database.pool);
    await assertInstalled(database.pool, needed);
    await assertReadable(database);
    await work(database.pool);
  } finally {
    await database.close();
  }
}

async function assertInstalled(database: PooledDatabase, needed: readonly ContextName[]): Promise<void> {
  const { rows } = await database.query<{ missing: string }>({
    name: 'missing_logs',
    text: `SELECT context AS missing FROM unnest($1::text[]) AS context WHERE to_regclass(context || '.event') IS NULL`,
    values: [needed],
  });
  if (rows.length === 0) return;
  throw new StartupError(
    `The database holds no event log of ${rows.map(({ missing }) => missing).join(', ')}: see that DATABASE_URL is right, or begin with npm start.`,
  );
}
