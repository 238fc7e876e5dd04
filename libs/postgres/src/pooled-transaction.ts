import type { PoolClient } from 'pg';
import type { QueryResult, Statement, Tx } from './database.js';
import { isStatementError, toDatabaseFailure } from './database-errors.js';
import { queryOpeningTransaction } from './opening-query.js';

/** Names of the statements that a connection has already parsed, with their texts. */
export type PreparedStatements = Map<string, string>;

/**
 * One transaction on one connection. Statements run one after the other, also when they are called side by side.
 * The first that fails ends the transaction: the later ones are refused with the same failure.
 */
export class PooledTransaction implements Tx {
  readonly isTransaction = true;
  readonly #client: PoolClient;
  readonly #prepared: PreparedStatements;
  #state: 'unopened' | 'open' | 'finished' = 'unopened';
  #failure: { readonly reason: unknown } | undefined;
  /** Whether the connection has failed, and not only a statement. */
  #isLost = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly #afterCommit: (() => void)[] = [];

  constructor(client: PoolClient, prepared: PreparedStatements) {
    this.#client = client;
    this.#prepared = prepared;
  }

  query<Row>(statement: Statement): Promise<QueryResult<Row>> {
    const result = this.#last.then(() => this.#run<Row>(statement));
    this.#last = result.catch(() => undefined);
    return result;
  }

  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }

  /** Commits. Rejects, having rolled back, when a statement failed, even one whose failure the caller has swallowed. */
  async commit(): Promise<void> {
    await this.#last;
    if (this.#failure) throw this.#failure.reason;
    const opened = this.#state === 'open';
    this.#state = 'finished';
    if (opened) await this.#client.query('COMMIT').catch((failure: unknown) => this.#rethrow(failure));
    for (const callback of this.#afterCommit) callback();
  }

  /**
   * After a refused commit too: its answer also says that the server has come to the end of the refusal.
   * @throws when the connection is lost: then the server rolls back by itself, and nothing more can be said to it.
   */
  async rollback(): Promise<void> {
    await this.#last;
    const begun = this.#state !== 'unopened';
    this.#state = 'finished';
    if (this.#isLost) throw new Error('The connection of the transaction is lost.');
    if (begun) await this.#client.query('ROLLBACK');
  }

  async #run<Row>(statement: Statement): Promise<QueryResult<Row>> {
    if (this.#state === 'finished')
      throw new Error(`Statement ${statement.name} came after the end of its transaction.`);
    if (this.#failure) throw this.#failure.reason;
    const result = await this.#send(statement).catch((failure: unknown) => this.#rethrow(failure));
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  }

  #rethrow(failure: unknown): never {
    const reason = toDatabaseFailure(failure);
    this.#failure = { reason };
    this.#isLost = !isStatementError(failure);
    throw reason;
  }

  async #send(statement: Statement) {
    const { name, text, values } = statement;
    const opening = this.#state === 'unopened';
    this.#state = 'open';
    if (opening && this.#prepared.get(name) === text) return queryOpeningTransaction(this.#client, statement);
    if (opening) await this.#client.query('BEGIN');
    const result = await this.#client.query({ name, text, values: [...values] });
    this.#prepared.set(name, text);
    return result;
  }
}
