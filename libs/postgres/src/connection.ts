import type pg from 'pg';
import type { Statement } from './database.js';
import { hasLostStatements, isStatementError } from './database-errors.js';
import { queryOpeningTransaction } from './opening-query.js';

/** Names of the statements that a connection has already parsed, with their texts. */
export type PreparedStatements = Map<string, string>;

/** A connection of the pool, from checkout to release. Errors are those of `pg`. */
export class Connection {
  readonly #client: pg.PoolClient;
  readonly #prepared: PreparedStatements;

  constructor(client: pg.PoolClient, prepared: PreparedStatements) {
    this.#client = client;
    this.#prepared = prepared;
  }

  /** @param withinMs time limit of the response, where it is shorter than the pool's */
  async query(statement: Statement, withinMs = Infinity): Promise<pg.QueryResult> {
    const { name, text, values, answerWithinMs = Infinity, isPlannedAnew = false } = statement;
    const boundMs = Math.min(withinMs, answerWithinMs);
    // Known to the client of pg, though not to its types.
    const bound = Number.isFinite(boundMs) && { query_timeout: Math.ceil(boundMs) };
    const prepared = !isPlannedAnew && { name };
    const result = await this.#client.query({ ...prepared, text, values: [...values], ...bound });
    if (!isPlannedAnew) this.#prepared.set(name, text);
    return result;
  }

  /** Begins a transaction with its first statement; `BEGIN` takes a round trip only before one that is not prepared. */
  async begin(statement: Statement): Promise<pg.QueryResult> {
    if (this.#prepared.get(statement.name) === statement.text)
      return queryOpeningTransaction(this.#client, statement);
    await this.#client.query('BEGIN');
    return this.query(statement);
  }

  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.#client.query(command);
  }

  /** Whether another connection may succeed: this one has lost its prepared statements. */
  isOutdatedBy(error: unknown): boolean {
    return hasLostStatements(error) && this.#prepared.size > 0;
  }

  /** Back to the pool, which closes it when a transaction is open on it. */
  giveBack(): void {
    this.#client.release(this.#client.getTransactionStatus() !== 'I');
  }

  /** After a failure outside a transaction: a refused statement leaves the connection as good as before. */
  giveBackAfter(error: unknown): void {
    this.#client.release(!isStatementError(error));
  }

  drop(): void {
    this.#client.release(true);
  }
}
