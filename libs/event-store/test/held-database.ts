import type { PooledDatabase, Statement } from '@svc/postgres';

/** A database whose statements are heard of before they are sent. */
export function overheard(
  database: PooledDatabase,
  hear: (statement: Statement) => Promise<void> | void,
): PooledDatabase {
  const heard = async <Result>(statement: Statement, send: () => Promise<Result>): Promise<Result> => {
    await hear(statement);
    return send();
  };
  return {
    ...database,
    query: (statement) => heard(statement, () => database.query(statement)),
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          isTransaction: true,
          afterCommit: (callback) => tx.afterCommit(callback),
          query: (statement) => heard(statement, () => tx.query(statement)),
        }),
      ),
  };
}

export interface HeldDatabase {
  readonly database: PooledDatabase;
  /** Resolves when the statement is about to be sent. */
  readonly reached: Promise<void>;
  readonly goOn: () => void;
}

/** A database that stands still before the first statement whose name ends so, or before the nth. */
export function heldBefore(database: PooledDatabase, name: string, nth = 1): HeldDatabase {
  let left = nth;
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const hear = async (statement: Statement) => {
    if (!statement.name.endsWith(name) || --left > 0) return;
    reached.resolve();
    await held.promise;
  };
  return { database: overheard(database, hear), reached: reached.promise, goOn: () => held.resolve() };
}
