import pg from 'pg';
import type { Database, QueryResult, Statement, Tx } from './database.js';
import { isStatementError, toDatabaseFailure } from './database-errors.js';
import { PooledTransaction, type PreparedStatements } from './pooled-transaction.js';
import { defaultSessionLimits, type SessionLimits } from './session-limits.js';
import { applySessionSettings } from './session-settings.js';

export interface DatabaseOptions {
  readonly connectionString: string;
  /** Upper bound of connections; callers beyond it wait. */
  readonly maxConnections: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** How long a caller waits for a connection before `DatabaseUnavailableError`. */
  readonly acquireTimeoutMs?: number;
  readonly limits?: Partial<SessionLimits>;
  /**
   * How long after `limits.statementMs` an answer is still waited for. The server ends a statement itself; one that
   * says nothing at all (its host is gone, or the network) would be waited for until TCP gives up, a quarter of an hour.
   */
  readonly answerGraceMs?: number;
  /** Told when an idle connection is lost (server restart), until `close`. The pool has already replaced it. */
  readonly onConnectionLost?: (failure: Error) => void;
}

export interface PooledDatabase extends Database {
  /** For the Prisma adapter and for gauges. Statements go through `query`. */
  readonly pool: pg.Pool;
  /** Waits for the connections in use and closes all. */
  close(): Promise<void>;
}

/**
 * A pool over `pg` with named prepared statements. Connections are opened when needed.
 * Failures: refused statements reject with `pg.DatabaseError`; everything that a later try may cure (no connection,
 * restart, time limit) rejects with `DatabaseUnavailableError`; a deadlock or serialization failure, which leaves
 * nothing behind, with `TransactionConflictError`. A commit whose connection is lost has an unknown outcome.
 */
export function createDatabase(options: DatabaseOptions): PooledDatabase {
  const limits = { ...defaultSessionLimits, ...options.limits };
  const prepared = new WeakMap<pg.ClientBase, PreparedStatements>();
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    ...(limits.statementMs > 0 && { query_timeout: limits.statementMs + (options.answerGraceMs ?? 5_000) }),
    keepAlive: true,
    // The pool waits for what this returns, which its types don't say.
    onConnect: (client): unknown => applySessionSettings(client, limits),
  });
  let isClosing = false;
  pool.on('error', (failure) => {
    // A server that is stopped next may end a connection before it has read our good-bye.
    if (!isClosing) options.onConnectionLost?.(failure);
  });
  pool.on('connect', (client) => {
    prepared.set(client, new Map());
    // pg-pool listens only while a client is idle; without this one a connection lost in use would end the process.
    client.on('error', () => undefined);
  });

  async function acquire(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (failure) {
      throw toDatabaseFailure(failure);
    }
  }

  async function query<Row>({ name, text, values }: Statement): Promise<QueryResult<Row>> {
    const client = await acquire();
    try {
      const result = await client.query({ name, text, values: [...values] });
      prepared.get(client)?.set(name, text);
      client.release();
      return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
    } catch (failure) {
      // pg's own `pool.query` drops the connection on any failure; a refused statement leaves it as good as before.
      client.release(!isStatementError(failure));
      throw toDatabaseFailure(failure);
    }
  }

  async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await acquire();
    const tx = new PooledTransaction(client, prepared.get(client) ?? new Map<string, string>());
    try {
      const result = await work(tx);
      await tx.commit();
      client.release();
      return result;
    } catch (failure) {
      await tx.rollback().then(
        () => client.release(client.getTransactionStatus() !== 'I'),
        () => client.release(true),
      );
      throw failure;
    }
  }

  function close(): Promise<void> {
    isClosing = true;
    return pool.end();
  }

  return { pool, query, transaction, close };
}
