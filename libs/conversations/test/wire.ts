import type { Executor, PooledDatabase, QueryResult, Statement } from '@svc/postgres';

export type Fault = <Row>(
  statement: Statement,
  run: () => Promise<QueryResult<Row>>,
) => Promise<QueryResult<Row>>;

/** Intercepts statements between an instance and its database, except Prisma's. */
export interface Wire {
  /** The statements so far, without the polls of consumers: those run once a second, independent of turns. */
  readonly statements: Statement[];
  /** Handles a statement; undefined: it runs. */
  fault: Fault | undefined;
}

const requestsOfInstallers = 'conversations.take_inbox_requests';

export function wired(database: PooledDatabase): { readonly wire: Wire; readonly database: PooledDatabase } {
  const wire: Wire = { statements: [], fault: undefined };
  const over =
    (executor: Executor): Executor['query'] =>
    <Row>(statement: Statement) => {
      if (statement.name !== requestsOfInstallers) wire.statements.push(statement);
      const run = () => executor.query<Row>(statement);
      return wire.fault ? wire.fault(statement, run) : run();
    };
  return {
    wire,
    database: {
      ...database,
      query: over(database),
      transaction: (work) =>
        database.transaction((tx) =>
          work({
            isTransaction: true,
            query: over(tx),
            afterCommit: (callback) => tx.afterCommit(callback),
          }),
        ),
      dedicated: (options) => {
        const connection = database.dedicated(options);
        return { ...connection, query: over(connection) };
      },
    },
  };
}
