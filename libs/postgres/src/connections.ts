import pg from 'pg';
import { Connection, type PreparedStatements } from './connection.js';
import type { QueryResult, Statement } from './database.js';
import { DatabaseUnavailableError, toDatabaseError } from './database-errors.js';
import type { SessionLimits } from './session-limits.js';
import { applySessionSettings } from './session-settings.js';

export interface ConnectionsOptions {
  readonly connectionString: string;
  readonly maxConnections: number;
  readonly applicationName: string;
  readonly acquireTimeoutMs: number;
  /** Idle time after which a connection is closed; 0: never. */
  readonly idleTimeoutMs: number;
  readonly limits: SessionLimits;
  readonly answerGraceMs: number;
  readonly onConnectionLost: ((error: Error) => void) | undefined;
}

/** A pool over `pg`. Its connections have our settings and track their prepared statements. */
export class Connections {
  readonly pool: pg.Pool;
  readonly #prepared = new WeakMap<pg.ClientBase, PreparedStatements>();
  #ended: Promise<void> | undefined;

  constructor(options: ConnectionsOptions) {
    const { limits } = options;
    this.pool = new pg.Pool({
      connectionString: options.connectionString,
      max: options.maxConnections,
      application_name: options.applicationName,
      connectionTimeoutMillis: options.acquireTimeoutMs,
      idleTimeoutMillis: options.idleTimeoutMs,
      ...(limits.statementMs > 0 && { query_timeout: limits.statementMs + options.answerGraceMs }),
      keepAlive: true,
      // The pool waits for what this returns, which its types don't say.
      onConnect: (client): unknown => applySessionSettings(client, limits),
    });
    this.pool.on('error', (error) => {
      // A server that is stopped next may end a connection before it has read our good-bye.
      if (!this.#ended) options.onConnectionLost?.(error);
    });
    this.pool.on('connect', (client) => {
      this.#prepared.set(client, new Map());
      // pg-pool listens only while a client is idle; without this one a connection lost in use would end the process.
      client.on('error', () => undefined);
    });
  }

  /** @throws DatabaseUnavailableError when none comes free in time, and when the server can't be reached */
  async take(): Promise<Connection> {
    try {
      const client = await this.pool.connect();
      return new Connection(client, this.#prepared.get(client) ?? new Map<string, string>());
    } catch (error) {
      const reason = toDatabaseError(error);
      throw reason instanceof DatabaseUnavailableError
        ? new DatabaseUnavailableError(error, { wasSent: false })
        : reason;
    }
  }

  /**
   * Each of the connections that have lost their prepared statements is dropped for the next, at last for a new one.
   *
   * @param endsAtMs by `performance.now()`: a statement that has no connection by then is not sent
   */
  async query<Row>(statement: Statement, endsAtMs = Infinity): Promise<QueryResult<Row>> {
    for (;;) {
      const connection = await this.take();
      const leftMs = endsAtMs - performance.now();
      if (leftMs <= 0) {
        connection.giveBack();
        throw new DatabaseUnavailableError(new Error('the statement got its connection too late'), {
          wasSent: false,
        });
      }
      try {
        const result = await connection.query(statement, leftMs);
        connection.giveBack();
        return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
      } catch (error) {
        // pg's own `pool.query` drops the connection on any failure.
        connection.giveBackAfter(error);
        if (!connection.isOutdatedBy(error)) throw toDatabaseError(error);
      }
    }
  }

  end(): Promise<void> {
    this.#ended ??= this.pool.end();
    return this.#ended;
  }
}
