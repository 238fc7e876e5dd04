import { createHash } from 'node:crypto';
import { createDatabase, type Database, type Statement } from '@svc/postgres';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { windowSeconds, type CountedWindow, type RateLimitStore } from './rate-limit-store.js';

/** Counting takes well below a millisecond; a store that takes longer than this holds up every request. */
const defaultAnswerWithinMs = 250;

export interface PostgresStoreOptions {
  /** Of a database for this alone; its user makes a schema and a table there. */
  readonly connectionString: string;
  /** Upper bound of connections of this process. */
  readonly maxConnections?: number;
  /** How long a request waits for its count at most; then the store is away. */
  readonly answerWithinMs?: number;
}

/** One row of what `rate-limiter-flexible` asks its client. */
interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * For several processes that count together. Connects when it is first asked, and again whenever it was away. The table is
 * unlogged: it is empty after a crash of the server, and no count waits for the disk.
 */
export function createPostgresStore({
  connectionString,
  maxConnections = 8,
  answerWithinMs = defaultAnswerWithinMs,
}: PostgresStoreOptions): RateLimitStore {
  const database = createDatabase({
    connectionString,
    maxConnections,
    applicationName: 'rate-limits',
    acquireTimeoutMs: answerWithinMs,
    limits: { statementMs: answerWithinMs, lockWaitMs: answerWithinMs },
  });
  const counts = new RateLimiterPostgres({
    storeClient: { query: (query: Query) => database.query({ ...statementOf(query), answerWithinMs }) },
    storeType: 'client',
    schemaName: 'rate_limits',
    tableName: 'windows',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: 1,
    duration: windowSeconds,
  });
  let made: Promise<void> | undefined;
  let latestMs = 0;

  return {
    async add(window, by) {
      await (made ??= makeTable(database, answerWithinMs).catch((error: unknown) => {
        made = undefined;
        throw error;
      }));
      if (window.startsAtMs > latestMs) {
        latestMs = window.startsAtMs;
        await sweep(database, answerWithinMs);
      }
      const key = hashOf(window);
      const { consumedPoints } = await (by === 1 ? counts.penalty(key) : counts.reward(key));
      return Math.max(0, consumedPoints);
    },
    close: () => database.close(),
  };
}

/** The first request of each window removes those before it. What is left for once, the next one removes. */
async function sweep(database: Database, answerWithinMs: number): Promise<void> {
  const statement = {
    name: 'sweep-rate-limits',
    text: 'DELETE FROM rate_limits.windows WHERE expire < $1',
    values: [Date.now()],
    answerWithinMs,
  };
  await database.query(statement).catch(() => undefined);
}

function statementOf({ name = 'rate-limits', text, values = [] }: Query): Statement {
  return { name, text, values };
}

/** Of one length, and no place to read from who was there. */
function hashOf({ startsAtMs, key }: CountedWindow): string {
  return createHash('sha256').update(`${startsAtMs} ${key}`).digest('base64url');
}

/** Under a lock: where two do it at once, IF NOT EXISTS alone lets one of them fail. */
async function makeTable(database: Database, answerWithinMs: number): Promise<void> {
  const statements = [
    `SELECT pg_advisory_xact_lock(hashtextextended('rate_limits', 0))`,
    'CREATE SCHEMA IF NOT EXISTS rate_limits',
    `CREATE UNLOGGED TABLE IF NOT EXISTS rate_limits.windows (
       key varchar(255) PRIMARY KEY,
       points integer NOT NULL,
       expire bigint
     )`,
  ];
  await database.transaction(async (tx) => {
    for (const [step, text] of statements.entries())
      await tx.query({ name: `make-rate-limits-${step}`, text, values: [], answerWithinMs });
  });
}
