import type pg from 'pg';
import { Connections, type ConnectionsOptions } from './connections.js';
import type { Database, Tx } from './database.js';
import {
  dedicatedConnection,
  type DedicatedConnection,
  type DedicatedConnectionOptions,
} from './dedicated-connection.js';
import { inDatabaseSpan } from './database-span.js';
import { PooledTransaction } from './pooled-transaction.js';
import { defaultSessionLimits, type SessionLimits } from './session-limits.js';

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
   * Extra time after `limits.statementMs` until a silent server is given up. The server normally ends a statement
   * itself. Without host or network TCP would wait a quarter of an hour.
   */
  readonly answerGraceMs?: number;
  /** Called when an idle connection is lost (server restart), until `close`. The pool has already replaced it. */
  readonly onConnectionLost?: (error: Error) => void;
}

export interface PooledDatabase extends Database {
  /** For the Prisma adapter and for gauges. Statements go through `query`. */
  readonly pool: pg.Pool;
  /** A connection beside the pool, which is opened with its first statement. Every call gives another. */
  dedicated(options: DedicatedConnectionOptions): DedicatedConnection;
  /** Waits for the connections in use and closes all, dedicated ones too. */
  close(): Promise<void>;
}

/**
 * A pool over `pg` with named prepared statements. Connections are opened when needed; one that has lost its prepared
 * statements (`DISCARD ALL`, a changed table) is dropped, and its first statement runs on another. Failures: refused
 * statements reject with `pg.DatabaseError`; temporary errors (no connection, restart, time limit) reject with
 * `DatabaseUnavailableError`; a deadlock or serialization failure, which leaves nothing behind, with
 * `TransactionConflictError`. A commit whose connection is lost has an unknown outcome.
 */
export function createDatabase(options: DatabaseOptions): PooledDatabase {
  const settings: ConnectionsOptions = {
    connectionString: options.connectionString,
    maxConnections: options.maxConnections,
    applicationName: options.applicationName,
    acquireTimeoutMs: options.acquireTimeoutMs ?? 5_000,
    idleTimeoutMs: 60_000,
    limits: { ...defaultSessionLimits, ...options.limits },
    answerGraceMs: options.answerGraceMs ?? 5_000,
    onConnectionLost: options.onConnectionLost,
  };
  const connections = new Connections(settings);
  const all = [connections];

  async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const tx = new PooledTransaction(connections);
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      await tx.rollback();
      throw error;
    }
  }

  function dedicated({ purpose, statementMs }: DedicatedConnectionOptions): DedicatedConnection {
    const single = new Connections({
      ...settings,
      maxConnections: 1,
      applicationName: `${settings.applicationName} ${purpose}`,
      acquireTimeoutMs: statementMs,
      idleTimeoutMs: 0,
      limits: { ...settings.limits, statementMs },
      answerGraceMs: 0,
    });
    all.push(single);
    return dedicatedConnection(single, statementMs);
  }

  return {
    pool: connections.pool,
    query: (statement) => inDatabaseSpan(statement.name, () => connections.query(statement)),
    transaction,
    dedicated,
    close: async () => {
      await Promise.all(all.map((each) => each.end()));
    },
  };
}
