import { createHash } from 'node:crypto';
import { createDatabase, type Database, type Statement } from '@svc/postgres';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { windowSeconds, type CountedWindow, type RateLimitStore } from './rate-limit-store.js';

/** Counting takes well below a millisecond; a slower store delays every request. */
const defaultAnswerWithinMs = 250;

export interface PostgresStoreOptions {
  /** Its own database; the user must be able to create a schema and a table. */
  readonly connectionString: string;
  /** Maximum connections of this process. */
  readonly maxConnections?: number;
  /** Timeout of one count; after it the store counts as away. */
  readonly answerWithinMs?: number;
}

/** One row of what `rate-limiter-flexible` reads from its client. */
interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * For several processes that count together. Connects on first use, and again after an outage. The table is unlogged: a
 * crash of the server empties it, and no count waits for the disk.
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

/** The first request of each window deletes earlier ones. If that fails, the next one does it. */
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

/** A hash: keys have one length, and nobody can read the callers from the table. */
function hashOf({ startsAtMs, key }: CountedWindow): string {
  return createHash('sha256').update(`${startsAtMs} ${key}`).digest('base64url');
}

/** Under a lock: when two run at once, IF NOT EXISTS still lets one of them fail. */
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
