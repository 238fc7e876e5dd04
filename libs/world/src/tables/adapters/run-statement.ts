import { DomainError } from '@svc/errors';
import pg from 'pg';
import { statementFailure } from './statement-failure.js';

export interface AnswerLimits {
  readonly rows: number;
  readonly bytes: number;
  readonly statementMs: number;
}

export interface Answer {
  readonly columns: readonly string[];
  /** JSON: a list of objects with a member for each column. */
  readonly rowsJson: string;
  /** Of the answer; of what has changed where there is none. */
  readonly rowCount: number;
}

/** How often it is looked how much has come. */
const lookEveryMs = 10;

/**
 * Runs a judged statement. Numbers that JSON can't hold exactly, and all other types, are text as PostgreSQL writes it.
 * @throws DomainError `invalid_request` when it fails, or its answer is too large: then it has changed nothing
 */
export async function runStatement(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
  limits: AnswerLimits,
): Promise<Answer> {
  try {
    await client.query('BEGIN');
    const answer = answerOf(await collect(client, text, values, limits), limits);
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    throw statementFailure(error, limits.statementMs);
  }
}

function collect(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
  { rows: mostRows, bytes: mostBytes }: AnswerLimits,
): Promise<Collected> {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: CountedStream } })
    .connection;
  const before = stream.bytesRead;
  return new Promise((resolve, reject) => {
    let rows = 0;
    const config = { text, values: [...values], rowMode: 'array', types: asJson };
    const query = new pg.Query<unknown[]>(config, undefined, (error, result) => {
      clearInterval(look);
      if (error) reject(error);
      else resolve(result);
    });
    const refuse = (words: string) => {
      clearInterval(look);
      reject(tooLarge(words));
      // The rest is not read: the server ends the statement when nobody takes its answer, and takes it back.
      stream.destroy();
    };
    const look = setInterval(() => {
      if (stream.bytesRead - before > mostBytes) refuse(bytesExceeded(mostBytes));
    }, lookEveryMs);
    query.on('row', () => {
      rows += 1;
      if (rows > mostRows) refuse(`has more than ${mostRows} rows: add a LIMIT`);
    });
    client.query(query);
  });
}

type Collected = pg.QueryResultBase & { readonly rows: readonly (readonly unknown[])[] };

interface CountedStream {
  readonly bytesRead: number;
  destroy(): void;
}

function answerOf({ fields, rows, rowCount }: Collected, { bytes }: AnswerLimits): Answer {
  const columns = fields.map(({ name }) => name);
  if (new Set(columns).size !== columns.length)
    throw tooLarge('has two columns of the same name: name them with AS');
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  const rowsJson = JSON.stringify(objects);
  if (Buffer.byteLength(rowsJson) > bytes) throw tooLarge(bytesExceeded(bytes));
  return { columns, rowsJson, rowCount: rowCount ?? rows.length };
}

function tooLarge(words: string): DomainError {
  return new DomainError('invalid_request', `The answer ${words}.`);
}

function bytesExceeded(bytes: number): string {
  return `takes more than ${bytes} bytes`;
}

/** Object identifiers of PostgreSQL's own types, which never change. */
const oids = { bool: 16, int8: 20, int2: 21, int4: 23, json: 114, float4: 700, float8: 701, jsonb: 3802 };
const instants = { date: 1082, timestamptz: 1184, timestamp: 1114 };

type Parser = (text: string) => unknown;

const parsers: Readonly<Record<number, Parser>> = {
  [oids.bool]: (text) => text === 't',
  [oids.int2]: Number,
  [oids.int4]: Number,
  [oids.int8]: exactNumber,
  [oids.float4]: finiteNumber,
  [oids.float8]: finiteNumber,
  [oids.json]: (text) => JSON.parse(text) as unknown,
  [oids.jsonb]: (text) => JSON.parse(text) as unknown,
  [instants.timestamptz]: (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'),
  [instants.timestamp]: (text) => text.replace(' ', 'T'),
};

const asJson: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text),
};

function exactNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** JSON has no NaN and no infinity. */
function finiteNumber(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
