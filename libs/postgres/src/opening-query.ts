import pg from 'pg';
import type { Statement } from './database.js';

/** The part of pg's connection that writes messages of the extended protocol (what pg-cursor builds on). */
interface WireConnection {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string }): void;
  execute(message: { portal: string }): void;
}

/** The methods that pg's client calls on the query it runs. */
interface WireQuery {
  submit(connection: WireConnection): Error | null;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}

/**
 * Runs an already prepared statement as the first of a transaction: `BEGIN` travels in the same flight, before the
 * same Sync. Because there is one Sync for both, a refused `BEGIN` skips the statement, which can therefore never run
 * outside the transaction. (pg's own `pipeline` mode ends each query with a Sync and does not give that.)
 *
 * The statement must have been parsed on this connection before: pg takes the first ParseComplete it sees, which here
 * is that of `BEGIN`, for the statement's.
 */
export function queryOpeningTransaction(
  client: pg.ClientBase,
  statement: Statement,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const config = { name: statement.name, text: statement.text, values: [...statement.values] };
    const query = new pg.Query(config, (error: Error | undefined, result: unknown) => {
      if (error) reject(error);
      else resolve(result as pg.QueryResult);
    });
    const wire = query as unknown as WireQuery;
    const submitStatement = wire.submit.bind(query);
    const completeStatement = wire.handleCommandComplete.bind(query);
    let begun = false;
    wire.submit = (connection) => {
      connection.stream.cork();
      try {
        connection.parse({ name: '', text: 'BEGIN' });
        connection.bind({ portal: '', statement: '' });
        connection.execute({ portal: '' });
        return submitStatement(connection);
      } finally {
        connection.stream.uncork();
      }
    };
    wire.handleCommandComplete = (message, connection) => {
      if (begun) completeStatement(message, connection);
      begun = true;
    };
    client.query(query);
  });
}
