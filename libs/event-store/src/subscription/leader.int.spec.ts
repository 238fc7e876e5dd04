import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PooledDatabase, Statement, Tx } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { opened, type AccountEvent } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  settledLog,
  subject,
  tenant,
} from '../../test/account-log.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { LocalSignals, type LogSignals } from '../signals/log-signals.js';
import { emptyStreamHead } from '../stream-head.js';
import type { Subscription } from './subscription.js';
import type { SubscriptionOptions } from './subscription-options.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase(20);
  await test.database.pool.query('CREATE TABLE bank.applied (n serial, what text)');
});
afterAll(() => test.drop());

let signals: LogSignals;
let writer: EventStore<AccountEvent>;
const running: Subscription<AccountEvent>[] = [];
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE bank.event, bank.subscription_checkpoint, bank.applied');
  signals = new LocalSignals();
  writer = openStore(test, { signals });
});
afterEach(() => Promise.all(running.splice(0).map((subscription) => subscription.stop())));

const append = async (): Promise<string> => {
  const streamId = newAccountStream();
  const request = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };
  await writer.append(test.database, { ...request, streamId, events: [opened('Ada')] });
  return `${streamId}@1`;
};

const namesOf = (events: readonly RecordedEvent[]) =>
  events.map(({ streamId, streamVersion }) => `${streamId}@${streamVersion}`);

const record = async (tx: Tx, events: readonly RecordedEvent[]): Promise<void> => {
  const text = 'INSERT INTO bank.applied (what) SELECT unnest($1::text[])';
  await tx.query({ name: 'record', text, values: [namesOf(events)] });
};

async function applied(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ what: string }>(
    'SELECT what FROM bank.applied ORDER BY n',
  );
  return rows.map(({ what }) => what);
}

const noFailure = (error: unknown): never => {
  throw error;
};

/** An instance in a process of its own, with a connection of its own for its locks. */
function start(
  options: Partial<SubscriptionOptions<AccountEvent>>,
  database: PooledDatabase = test.database,
): Subscription<AccountEvent> {
  const store = openStore(test, { signals, pollMs: 10, database });
  const subscription = store.subscribe({
    name: 'list',
    startAt: 'start',
    ...options,
  } as SubscriptionOptions<AccountEvent>);
  running.push(subscription);
  return subscription;
}

/** Ends the connections that hold the locks of all leaders. */
async function endLeaders(): Promise<void> {
  await test.database.pool.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND locktype = 'advisory' AND application_name LIKE '% subscriptions'`,
  );
}

describe('of the instances of one subscription', () => {
  it('one leads, and those that stand by ask for the lock and nothing else', async () => {
    const leader = start({ apply: record, onError: noFailure });
    await leader.caughtUp();
    const asked: string[] = [];
    const looks = Promise.withResolvers<void>();
    let looked = 0;
    const standby: PooledDatabase = {
      ...test.database,
      query: (statement) => {
        asked.push(statement.name);
        return test.database.query(statement);
      },
      dedicated: (options) => {
        const connection = test.database.dedicated(options);
        return {
          ...connection,
          query: (statement) => {
            if (++looked === 5) looks.resolve();
            return connection.query(statement);
          },
        };
      },
    };
    start({ apply: () => Promise.reject(new Error('on standby')), onError: noFailure }, standby);
    const event = await append();
    await leader.caughtUp();
    await looks.promise;
    expect(asked).toEqual([]);
    expect(await applied()).toEqual([event]);
  });

  it('given a leader that stops, another continues from there', async () => {
    const [first, second] = [1, 2].map(() => start({ apply: record, onError: noFailure }));
    const one = await append();
    await Promise.all([first?.caughtUp(), second?.caughtUp()]);
    await first?.stop();
    const two = await append();
    await second?.caughtUp();
    expect(await applied()).toEqual([one, two]);
  });

  it('given a leader that has lost its lock while it applied a batch, that one counts for nothing', async () => {
    const [isApplying, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deposed = start({
      apply: async (tx: Tx, events: readonly RecordedEvent[]) => {
        await record(tx, events);
        isApplying.resolve();
        await mayGoOn.promise;
      },
      onError: () => undefined,
    });
    const event = await append();
    await isApplying.promise;
    const next = start({ apply: record, onError: noFailure });
    await endLeaders();
    await next.caughtUp();
    mayGoOn.resolve();
    await deposed.caughtUp();
    expect(await applied()).toEqual([event]);
  });

  it('given a leader that has lost its lock and is connected again, another leads while it still applies a batch', async () => {
    const [isApplying, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const connectedAgain = Promise.withResolvers<void>();
    let hasLost = false;
    const watched: PooledDatabase = {
      ...test.database,
      dedicated: (options) => {
        const connection = test.database.dedicated(options);
        return {
          ...connection,
          query: async <Row>(statement: Statement) => {
            const result = await connection.query<Row>(statement);
            if (hasLost) connectedAgain.resolve();
            return result;
          },
        };
      },
    };
    const apply = async (): Promise<void> => {
      isApplying.resolve();
      await mayGoOn.promise;
    };
    const deposed = start({ apply, onError: () => undefined }, watched);
    await append();
    await isApplying.promise;
    await endLeaders();
    hasLost = true;
    await connectedAgain.promise;
    await start({ apply: record, onError: noFailure }).caughtUp();
    mayGoOn.resolve();
    await deposed.caughtUp();
  });

  it('given one that has lost its lock and does not know, only the one that leads now moves the checkpoint', async () => {
    const instance = (by: string) => {
      const [isApplying, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const subscription = start({
        apply: async (tx: Tx) => {
          await tx.query({
            name: 'record_by',
            text: 'INSERT INTO bank.applied (what) VALUES ($1)',
            values: [by],
          });
          isApplying.resolve();
          await mayGoOn.promise;
        },
        onError: () => undefined,
      });
      return { subscription, isApplying: isApplying.promise, goOn: () => mayGoOn.resolve() };
    };
    const deposed = instance('deposed');
    await append();
    await deposed.isApplying;
    const leader = instance('leader');
    await endLeaders();
    await leader.isApplying;
    deposed.goOn();
    await deposed.subscription.stop();
    leader.goOn();
    await leader.subscription.caughtUp();
    expect(await applied()).toEqual(['leader']);
  });

  it('given a leader that loses its lock while it handles a batch, its signal says so', async () => {
    const reasons: unknown[] = [];
    const aborted = Promise.withResolvers<void>();
    let isFirst = true;
    const subscription = start({
      handle: async (_events: readonly RecordedEvent[], { signal }: { signal: AbortSignal }) => {
        if (!isFirst) return;
        isFirst = false;
        const lost = new Promise((resolve) => signal.addEventListener('abort', resolve));
        await endLeaders();
        await lost;
        aborted.resolve();
        throw signal.reason;
      },
      onError: (error) => reasons.push(error),
    });
    await append();
    await aborted.promise;
    await subscription.caughtUp();
    // Of the lost connection, and not of the batch.
    for (const reason of reasons) expect(reason).toMatchObject({ name: 'DatabaseUnavailableError' });
  });

  it('given two in one process, one leads until it stops', async () => {
    const store = openStore(test, { signals, pollMs: 10 });
    const seen: string[] = [];
    const [first, second] = ['first', 'second'].map((by) =>
      store.subscribe({
        name: 'list',
        startAt: 'start',
        apply: async (_tx, events) => void seen.push(...namesOf(events).map((event) => `${by} ${event}`)),
        onError: noFailure,
      }),
    );
    const one = await append();
    await Promise.all([first?.caughtUp(), second?.caughtUp()]);
    await first?.stop();
    const two = await append();
    await second?.caughtUp();
    await second?.stop();
    expect(seen).toEqual([`first ${one}`, `second ${two}`]);
  });
});

describe('a subscription that nobody has known', () => {
  const startingAt = (startAt: SubscriptionOptions<AccountEvent>['startAt']) =>
    start({ startAt, apply: record, onError: noFailure });

  it('given the start, handles all of history', async () => {
    const event = await append();
    await startingAt('start').caughtUp();
    expect(await applied()).toEqual([event]);
  });

  it('given the end as start, handles only later events', async () => {
    await append();
    await settledLog(writer, test, 1);
    const subscription = startingAt('end');
    await subscription.caughtUp();
    const event = await append();
    await subscription.caughtUp();
    expect(await applied()).toEqual([event]);
  });

  it('given the end while an append is open, takes for new what that commits, and what was committed since it began', async () => {
    const streamId = newAccountStream();
    const request = { tenantId: tenant, subject, expected: emptyStreamHead, metadata, streamId };
    let subscription: Subscription<AccountEvent> | undefined;
    let meanwhile = '';
    await test.database.transaction(async (tx) => {
      await writer.append(tx, { ...request, events: [opened('Ada')] });
      meanwhile = await append();
      subscription = startingAt('end');
      await checkpointOf('list');
    });
    await subscription?.caughtUp();
    expect(await applied()).toEqual([`${streamId}@1`, meanwhile]);
  });

  it('given a position, handles what comes after it', async () => {
    const streamId = newAccountStream();
    const request = { tenantId: tenant, subject, expected: emptyStreamHead, metadata, streamId };
    const { recorded } = await writer.append(test.database, { ...request, events: [opened('Ada')] });
    const event = await append();
    await startingAt(recorded[0] as RecordedEvent).caughtUp();
    expect(await applied()).toEqual([event]);
  });

  it('is known from then on, and goes on where it stands whatever it is given', async () => {
    const event = await append();
    await settledLog(writer, test, 1);
    const first = startingAt('end');
    await first.caughtUp();
    await first.stop();
    await startingAt('start').caughtUp();
    expect(await applied()).not.toContain(event);
  });
});

/** Resolves when the subscription has one. */
async function checkpointOf(name: string): Promise<void> {
  for (;;) {
    const sql = 'SELECT FROM bank.subscription_checkpoint WHERE name = $1';
    if ((await test.database.pool.query(sql, [name])).rowCount === 1) return;
  }
}
