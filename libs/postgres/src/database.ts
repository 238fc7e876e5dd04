/** A named prepared statement. The same name must always carry the same text: the server keeps one plan per name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /**
   * Time limit of the response, in ms, where it is shorter than the database's. After it the connection is dropped. The
   * server goes on with the statement within its own limits.
   */
  readonly answerWithinMs?: number;
  /**
   * Planned at each execution instead of prepared once for each connection. For statements with a plan from a nearly
   * empty table that would scan a large one. Costs a fraction of a millisecond.
   */
  readonly isPlannedAnew?: boolean;
}

export interface QueryResult<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

/** Anything that runs a statement: the pool (each statement its own transaction) or an open transaction. */
export interface Executor {
  query<Row = Record<string, unknown>>(statement: Statement): Promise<QueryResult<Row>>;
}

/** An open transaction; never kept beyond the function it was handed to. */
export interface Tx extends Executor {
  readonly isTransaction: true;
  /** Calls back once the transaction is committed, never after a rollback. The callback must not throw. */
  afterCommit(callback: () => void): void;
}

export interface Database extends Executor {
  /**
   * Runs `work` in one READ COMMITTED transaction: commits when it resolves, rolls back when it rejects.
   * `BEGIN` travels with the first statement, so it costs no round trip of its own.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}
