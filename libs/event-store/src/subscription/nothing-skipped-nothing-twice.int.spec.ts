import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PooledDatabase } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import fc from 'fast-check';
import type { AccountEvent } from '../../test/account.js';
import { createAccountDatabase, newAccountStream, openStore, schema } from '../../test/account-log.js';
import { write, writerScripts } from '../../test/writer-scripts.js';
import { LocalSignals, type LogSignals } from '../signals/log-signals.js';
import { verifyStreams } from '../verification/verify-streams.js';
import type { Subscription } from './subscription.js';

let test: TestDatabase;
let elsewhere: TestDatabase;
beforeAll(async () => {
  [test, elsewhere] = await Promise.all([createAccountDatabase(30), createTestDatabase()]);
  await test.database.pool.query(
    'CREATE TABLE bank.applied (position bigint GENERATED ALWAYS AS IDENTITY, reader text, event text)',
  );
});
afterAll(() => Promise.all([test.drop(), elsewhere.drop()]));

interface ReaderPlan {
  readonly batchSize: number;
  /** Processes that share the subscription: one leads. */
  readonly instances: number;
  /** Each so many batches one fails after it was applied; 0: none. */
  readonly failsEach: number;
  /** Each so many batches, as long as events are written, the leader stops and another instance begins; 0: never. */
  readonly leavesEach: number;
}
const readerPlans = fc.array(
  fc.record({
    batchSize: fc.integer({ min: 1, max: 40 }),
    instances: fc.integer({ min: 1, max: 3 }),
    failsEach: fc.constantFrom(0, 0, 5),
    leavesEach: fc.constantFrom(0, 3, 7),
  }),
  { minLength: 1, maxLength: 3 },
);

interface Reader {
  readonly name: string;
  /** Those that have not left. */
  readonly subscriptions: Set<Subscription<AccountEvent>>;
  /** Resolves when those that left have. */
  haveLeft(): Promise<unknown>;
}

/**
 * Subscribes as planned. `bank.applied` holds what was applied, in that order: callbacks after a commit
 * tell another one, since a server process may be slow to answer the commit that has let the next instance go on.
 */
function read(
  signals: LogSignals,
  name: string,
  { batchSize, instances, failsEach, leavesEach }: ReaderPlan,
  mayLeave: () => boolean,
): Reader {
  let batches = 0;
  const subscriptions = new Set<Subscription<AccountEvent>>();
  const leaving: Promise<void>[] = [];
  const start = (): void => {
    const subscription: Subscription<AccountEvent> = openStore(test, { signals, pollMs: 5 }).subscribe({
      name,
      startAt: 'start',
      batchSize,
      apply: async (tx, events) => {
        const seen = events.map((event) => `${event.streamId}@${event.streamVersion}`);
        const text =
          'INSERT INTO bank.applied (reader, event) SELECT $1, event FROM unnest($2::text[]) AS event';
        await tx.query({ name: 'apply', text, values: [name, seen] });
        batches++;
        if (leavesEach > 0 && batches % leavesEach === 0 && mayLeave()) {
          subscriptions.delete(subscription);
          leaving.push(subscription.stop());
          start();
        }
        if (failsEach > 0 && batches % failsEach === 0) throw new Error('planned');
      },
      onError: (error) => {
        if (!(error instanceof Error) || error.message !== 'planned') throw error;
      },
    });
    subscriptions.add(subscription);
  };
  for (let instance = 0; instance < instances; instance++) start();
  return { name, subscriptions, haveLeft: () => Promise.all(leaving) };
}

/** Opens and ends write transactions in another database, one after the other, until told to stop. */
async function lockHorizon(database: PooledDatabase, pause: number, isOver: () => boolean): Promise<void> {
  const client = await database.pool.connect();
  while (!isOver()) {
    await client.query('BEGIN; SELECT pg_current_xact_id()');
    for (let roundTrip = 0; roundTrip < pause; roundTrip++) await client.query('SELECT');
    await client.query('COMMIT');
  }
  client.release();
}

async function appliedBy(reader: string): Promise<readonly string[]> {
  const sql = 'SELECT event FROM bank.applied WHERE reader = $1 ORDER BY position';
  const { rows } = await test.database.pool.query<{ event: string }>(sql, [reader]);
  return rows.map(({ event }) => event);
}

const versionsByStream = (seen: readonly string[]) => {
  const versions = new Map<string, number[]>();
  for (const event of seen) {
    const [streamId = '', version] = event.split('@');
    versions.set(streamId, [...(versions.get(streamId) ?? []), Number(version)]);
  }
  return versions;
};

const seed = Number(process.env['SVC_TEST_SEED'] ?? Date.now() % 2 ** 31);

it('readers see each committed event once, in the order of its stream, whatever the writers do', async () => {
  process.stderr.write(`nothing-skipped-nothing-twice: SVC_TEST_SEED=${seed}\n`);
  const property = fc.asyncProperty(
    writerScripts,
    readerPlans,
    fc.integer({ min: 1, max: 60 }),
    async (scripts, plans, holdPause) => {
      await test.database.pool.query('TRUNCATE bank.event, bank.subscription_checkpoint, bank.applied');
      const streams = Array.from({ length: 5 }, newAccountStream);
      const signals = new LocalSignals();
      const store = openStore(test, { signals });
      let written = false;
      const readers = plans.map((plan, index) => read(signals, `reader_${index}`, plan, () => !written));
      const holding = lockHorizon(elsewhere.database, holdPause, () => written);
      try {
        const writing = scripts.map((script) => write(test.database, store, script, streams));
        const acknowledged = (await Promise.all(writing)).flat();
        written = true;
        await holding;
        const subscriptions = readers.flatMap((reader) => [...reader.subscriptions]);
        await Promise.all(subscriptions.map((subscription) => subscription.caughtUp()));
        for (const { name } of readers) {
          const seen = await appliedBy(name);
          expect(seen.toSorted()).toEqual(acknowledged.toSorted());
          for (const versions of versionsByStream(seen).values()) {
            expect(versions).toEqual(versions.map((_, index) => index + 1));
          }
          expect(seen).toEqual(await appliedBy('reader_0'));
        }
        expect((await verifyStreams(test.database, schema)).violations).toEqual([]);
      } finally {
        written = true;
        const subscriptions = readers.flatMap((reader) => [...reader.subscriptions]);
        await Promise.all(subscriptions.map((subscription) => subscription.stop()));
        await Promise.all(readers.map((reader) => reader.haveLeft()));
      }
    },
  );
  await fc.assert(property, { seed, numRuns: 15, endOnFailure: true });
});
