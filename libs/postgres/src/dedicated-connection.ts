import type { Connections } from './connections.js';
import type { Executor, QueryResult, Statement } from './database.js';
import { DatabaseUnavailableError } from './database-errors.js';

export interface DedicatedConnectionOptions {
  /** Shown in `pg_stat_activity`, behind the name of the application. */
  readonly purpose: string;
  /** From the call of a statement to its response, in milliseconds, waits included. */
  readonly statementMs: number;
}

/**
 * One connection outside the pool, for urgent statements. It opens with the first, reopens after a loss, and closes
 * with its database. Its statements run one after the other.
 */
export interface DedicatedConnection extends Executor {
  /**
   * @throws DatabaseUnavailableError also after `statementMs`. A statement that was not sent by then never is; one that
   * was may have come about until the server gives it up, `statementMs` after it has begun.
   */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<QueryResult<Row>>;
  /** Waits for the statement that runs. Not needed before the database is closed. */
  close(): Promise<void>;
}

/** @param connections a pool of one, whose limits are those of `statementMs` */
export function dedicatedConnection(connections: Connections, statementMs: number): DedicatedConnection {
  return {
    query: async <Row>(statement: Statement) => {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(tooLate(statementMs)), statementMs);
      const answer = connections.query<Row>(statement, performance.now() + statementMs);
      return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
    },
    close: () => connections.end(),
  };
}

function tooLate(statementMs: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(new Error(`no answer within ${statementMs} ms`));
}
