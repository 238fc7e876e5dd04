import pg from 'pg';

type Fields = readonly object[];

/** pg's connection, as far as its queries call it. */
interface WireConnection {
  describe(message: object): void;
}

/** The methods of pg's query that its types leave out. */
interface WireQuery {
  readonly name: string;
  prepare(connection: WireConnection): void;
  handleRowDescription(message: { readonly fields: Fields }): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}

interface QueryConfig {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** In milliseconds. Known to the client of pg, though not to its types. */
  readonly query_timeout?: number;
}
type Done = (error: Error | undefined, result: unknown) => void;

const Query = pg.Query as unknown as new (config: QueryConfig, done: Done) => WireQuery;

/** What one connection knows of its prepared statements. */
class Descriptions {
  /** By the name of the statement; empty for one that has no rows. */
  readonly fields = new Map<string, Fields>();
  /** The connection, except that it asks for no description. */
  readonly silent: WireConnection;

  constructor(connection: WireConnection) {
    this.silent = Object.create(connection, { describe: { value: () => undefined } }) as WireConnection;
  }
}

const descriptions = new WeakMap<WireConnection, Descriptions>();

function descriptionsOf(connection: WireConnection): Descriptions {
  const known = descriptions.get(connection) ?? new Descriptions(connection);
  descriptions.set(connection, known);
  return known;
}

/**
 * A prepared statement whose rows the server describes the first time that a connection runs it, and not each time as
 * pg asks. The rows can't change later: the server refuses a statement whose table has changed ("cached plan must not
 * change result type").
 */
class PreparedQuery extends Query {
  readonly query_timeout: number | undefined;
  #fields: Fields = [];

  constructor(config: QueryConfig, done: Done) {
    super(config, done);
    this.query_timeout = config.query_timeout;
  }

  override prepare(connection: WireConnection): void {
    const { fields, silent } = descriptionsOf(connection);
    const known = fields.get(this.name);
    if (known) super.handleRowDescription({ fields: known });
    super.prepare(known ? silent : connection);
  }

  override handleRowDescription(message: { readonly fields: Fields }): void {
    this.#fields = message.fields;
    super.handleRowDescription(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    const { fields } = descriptionsOf(connection);
    if (!fields.has(this.name)) fields.set(this.name, this.#fields);
    super.handleCommandComplete(message, connection);
  }
}

/** @param prepare what is done with the query before it is sent. */
export function queryPrepared(
  client: pg.ClientBase,
  config: QueryConfig,
  prepare: (query: unknown) => void = () => undefined,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(config, (error, result) => {
      if (error) reject(error);
      else resolve(result as pg.QueryResult);
    });
    prepare(query);
    client.query(query as unknown as pg.Query);
  });
}
