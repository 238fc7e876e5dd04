import type pg from 'pg';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';
import type { QueryResult, Statement, Tx } from './database.js';
import { inDatabaseSpan } from './database-span.js';
import { isStatementError, toDatabaseError } from './database-errors.js';

/**
 * One transaction on one connection, from its first statement to its end. Concurrent calls run one after the other. The
 * first error ends the transaction: later statements are refused with it.
 */
export class PooledTransaction implements Tx {
  readonly isTransaction = true;
  readonly #connections: Connections;
  #connection: Connection | undefined;
  #isFinished = false;
  #failure: { readonly reason: unknown } | undefined;
  /** Whether the connection has failed, and not only a statement. */
  #isLost = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly #afterCommit: (() => void)[] = [];

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  query<Row>(statement: Statement): Promise<QueryResult<Row>> {
    const result = this.#last.then(() => inDatabaseSpan(statement.name, () => this.#run<Row>(statement)));
    this.#last = result.catch(() => undefined);
    return result;
  }

  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }

  /** Commits. Rejects when a statement failed, even one whose failure the caller has swallowed; `rollback` comes next. */
  async commit(): Promise<void> {
    await this.#last;
    if (this.#failure) throw this.#failure.reason;
    this.#isFinished = true;
    const connection = this.#connection;
    if (connection)
      await inDatabaseSpan('COMMIT', () => connection.end('COMMIT')).catch((error: unknown) =>
        this.#rethrow(error),
      );
    this.#connection?.giveBack();
    this.#connection = undefined;
    for (const callback of this.#afterCommit) callback();
  }

  /**
   * After a refused commit too: its answer also says that the server has come to the end of the refusal. When the
   * connection is lost the server rolls back by itself, and nothing more can be said to it.
   */
  async rollback(): Promise<void> {
    await this.#last;
    this.#isFinished = true;
    const connection = this.#connection;
    if (!connection) return;
    if (this.#isLost) return connection.drop();
    await connection.end('ROLLBACK').then(
      () => connection.giveBack(),
      () => connection.drop(),
    );
  }

  async #run<Row>(statement: Statement): Promise<QueryResult<Row>> {
    if (this.#isFinished)
      throw new Error(`Statement ${statement.name} came after the end of its transaction.`);
    if (this.#failure) throw this.#failure.reason;
    const sent = this.#connection ? this.#connection.query(statement) : this.#begin(statement);
    const result = await sent.catch((error: unknown) => this.#rethrow(error));
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  }

  /** The first statement: after lost prepared statements it can be repeated on another connection. */
  async #begin(statement: Statement): Promise<pg.QueryResult> {
    for (;;) {
      const connection = await this.#connections.take();
      this.#connection = connection;
      try {
        return await connection.begin(statement);
      } catch (error) {
        if (!connection.isOutdatedBy(error)) throw error;
        this.#connection = undefined;
        connection.drop();
      }
    }
  }

  #rethrow(error: unknown): never {
    const reason = toDatabaseError(error);
    this.#failure = { reason };
    this.#isLost = !isStatementError(error);
    throw reason;
  }
}
