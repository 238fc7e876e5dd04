import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { deposited, opened, type AccountEvent } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  subject,
  tenant,
} from '../../test/account-log.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { type EventHorizon, readEventHorizon } from '../horizon/event-horizon.js';
import { LocalSignals } from '../signals/log-signals.js';
import { emptyStreamHead } from '../stream-head.js';
import { readSubscriptionLags } from './subscription-lag.js';
import type { Subscription } from './subscription.js';
import type { ApplyingSubscription } from './subscription-options.js';

let test: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [test, other] = await Promise.all([createAccountDatabase(20), createTestDatabase()]);
  await test.database.pool.query(
    'CREATE TABLE bank.applied (n serial, stream_id text, version int, by text)',
  );
});
afterAll(() => Promise.all([test.drop(), other.drop()]));

let store: EventStore<AccountEvent>;
const running: Subscription<AccountEvent>[] = [];
beforeEach(async () => {
  await Promise.all(running.splice(0).map((subscription) => subscription.stop()));
  await test.database.pool.query(
    'TRUNCATE bank.event, bank.subscription_checkpoint, bank.applied RESTART IDENTITY',
  );
  store = openStore(test, { signals: new LocalSignals(), pollMs: 20 });
});
afterAll(() => Promise.all(running.map((subscription) => subscription.stop())));

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };
const open = (streamId = newAccountStream()) => ({ ...begin, streamId, events: [opened('Ada')] });
const failures: unknown[] = [];

const record = (by: string) => async (tx: Tx, events: readonly RecordedEvent[]) => {
  await tx.query({
    name: 'record_applied',
    text: 'INSERT INTO bank.applied (stream_id, version, by) SELECT s, v, $3 FROM unnest($1::text[], $2::int[]) AS x (s, v)',
    values: [events.map(({ streamId }) => streamId), events.map(({ streamVersion }) => streamVersion), by],
  });
};
function subscribe(
  options: Partial<ApplyingSubscription<AccountEvent>> = {},
  of = store,
): Subscription<AccountEvent> {
  const subscription = of.subscribe({
    name: 'list',
    startAt: 'start',
    apply: record('one'),
    onError: (error) => failures.push(error),
    ...options,
  });
  running.push(subscription);
  return subscription;
}
const empty = async (tx: Tx): Promise<void> => {
  await tx.query({ name: 'empty_read_model', text: 'TRUNCATE bank.applied', values: [] });
};
async function applied(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ what: string }>(
    `SELECT stream_id || '@' || version AS what FROM bank.applied ORDER BY n`,
  );
  return rows.map(({ what }) => what);
}

describe('a subscription', () => {
  it('applies what is there and what comes, in the order of the log', async () => {
    const streamId = newAccountStream();
    const first = await store.append(test.database, open(streamId));
    const subscription = subscribe();
    await subscription.caughtUp();
    expect(await applied()).toEqual([`${streamId}@1`]);
    const events = [deposited(1), deposited(2)];
    await store.append(test.database, { ...begin, streamId, expected: first.head, events });
    await subscription.caughtUp();
    expect(await applied()).toEqual([`${streamId}@1`, `${streamId}@2`, `${streamId}@3`]);
  });

  it('continues where it stopped', async () => {
    await store.append(test.database, open());
    const first = subscribe();
    await first.caughtUp();
    await first.stop();
    const streamId = newAccountStream();
    await store.append(test.database, open(streamId));
    await subscribe().caughtUp();
    const all = await applied();
    expect(all).toHaveLength(2);
    expect(all[1]).toBe(`${streamId}@1`);
  });

  it('applies a long log in batches of the given size', async () => {
    const streamId = newAccountStream();
    const events = [opened('Ada'), ...Array.from({ length: 24 }, () => deposited(1))];
    await store.append(test.database, { ...begin, streamId, events });
    const sizes: number[] = [];
    const subscription = subscribe({
      batchSize: 10,
      apply: (tx, batch) => (sizes.push(batch.length), record('one')(tx, batch)),
    });
    await subscription.caughtUp();
    expect(sizes).toEqual([10, 10, 5]);
    expect(await applied()).toHaveLength(25);
  });

  it('given a batch that fails halfway, rolls it back, tells the failure, and applies it again, once', async () => {
    await store.append(test.database, open());
    failures.length = 0;
    let attempts = 0;
    const subscription = subscribe({
      apply: async (tx, events) => {
        await record('one')(tx, events);
        if (++attempts === 1) throw new Error('out of luck');
      },
    });
    await subscription.caughtUp();
    expect(failures).toEqual([new Error('out of luck')]);
    expect(await applied()).toHaveLength(1);
  });

  it('given several instances of one name, applies each event exactly once', async () => {
    const instances = ['one', 'two', 'three'].map((by) =>
      subscribe({ apply: record(by), batchSize: 3 }, openStore(test, { pollMs: 20 })),
    );
    for (let count = 0; count < 40; count++) await store.append(test.database, open());
    await Promise.all(instances.map((instance) => instance.caughtUp()));
    const all = await applied();
    expect(all).toHaveLength(40);
    expect(new Set(all).size).toBe(40);
  });

  it('given a rewind, applies the whole log again', async () => {
    await store.append(test.database, open());
    const subscription = subscribe();
    await subscription.caughtUp();
    await test.database.transaction((tx) => store.rewindSubscription(tx, 'list', empty));
    await store.append(test.database, open());
    await subscription.caughtUp();
    expect(await applied()).toHaveLength(2);
  });

  it('given a rewind while nothing new comes, applies the whole log again', async () => {
    await store.append(test.database, open());
    const subscription = subscribe();
    await subscription.caughtUp();
    await test.database.transaction((tx) => store.rewindSubscription(tx, 'list', empty));
    await subscription.caughtUp();
    expect(await applied()).toHaveLength(1);
  });

  it('given a stop, tells those who wait for it', async () => {
    const blocker = await test.database.pool.connect();
    await blocker.query('BEGIN; SELECT pg_current_xact_id()');
    await store.append(test.database, open());
    const subscription = subscribe();
    const waiting = subscription.caughtUp();
    waiting.catch(() => undefined);
    await subscription.stop();
    await expect(waiting).rejects.toThrow('Subscription list has stopped.');
    await expect(subscription.caughtUp()).rejects.toThrow('Subscription list has stopped.');
    await blocker.query('ROLLBACK');
    blocker.release();
  });
});

describe('waking', () => {
  beforeEach(() => {
    store = openStore(test, { signals: new LocalSignals(), pollMs: 2_000_000_000 });
  });

  it('given an append, wakes subscribers without waiting for the poll', async () => {
    const done = Promise.withResolvers<number>();
    const idle = subscribe({ apply: async (_tx, events) => done.resolve(events.length) });
    await idle.caughtUp();
    await store.append(test.database, open());
    expect(await done.promise).toBe(1);
  });

  it('given an append inside a transaction, wakes them after its commit', async () => {
    const done = Promise.withResolvers<number>();
    const idle = subscribe({ apply: async (_tx, events) => done.resolve(events.length) });
    await idle.caughtUp();
    await test.database.transaction((tx) => store.append(tx, open()));
    expect(await done.promise).toBe(1);
  });

  it('given no signal at all, finds out by polling', async () => {
    const done = Promise.withResolvers<number>();
    const deaf = openStore(test, {
      signals: { appended: () => undefined, onAppended: () => () => undefined },
      pollMs: 20,
    });
    subscribe({ apply: async (_tx, events) => done.resolve(events.length) }, deaf);
    await store.append(test.database, open());
    expect(await done.promise).toBe(1);
  });
});

describe('the horizon', () => {
  const seesNothing = async () =>
    (await store.readLog(test.database, { epoch: 0, transactionId: 0n, position: 0n }, 10)).length === 0;

  it('given an open append, holds later ones back, and gives both in the order of transactions', async () => {
    const [slow, fast] = [newAccountStream(), newAccountStream()];
    await test.database.transaction(async (tx) => {
      await store.append(tx, open(slow));
      await store.append(test.database, open(fast));
      expect(await seesNothing()).toBe(true);
    });
    await subscribe().caughtUp();
    expect(await applied()).toEqual([`${slow}@1`, `${fast}@1`]);
  });

  it('given an append that rolls back, passes over it', async () => {
    const streamId = newAccountStream();
    const work = test.database.transaction(async (tx) => {
      await store.append(tx, open());
      await store.append(test.database, open(streamId));
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    await subscribe().caughtUp();
    expect(await applied()).toEqual([`${streamId}@1`]);
  });

  it('given an open writer in another database of the server, waits, names it, and goes on without loss', async () => {
    const writer = await other.database.pool.connect();
    await writer.query(`SET application_name = 'long rebuild'; BEGIN; SELECT pg_current_xact_id()`);
    const streamId = newAccountStream();
    await store.append(test.database, open(streamId));
    expect(await seesNothing()).toBe(true);
    const held = await horizonHeldBy('long rebuild');
    expect(held.ageSeconds).toBeGreaterThan(0);
    expect(held.blocker).toMatchObject({ name: 'long rebuild', state: 'idle in transaction' });
    expect(held.blocker?.database).toMatch(/^test_/);
    const subscription = subscribe();
    const caughtUp = subscription.caughtUp();
    await writer.query('COMMIT');
    writer.release();
    await caughtUp;
    expect(await applied()).toEqual([`${streamId}@1`]);
  });
});

it('the horizon is held by the lowest transaction id, not by the session whose transaction began first', async () => {
  const [early, late] = await Promise.all([other.database.pool.connect(), other.database.pool.connect()]);
  await early.query(`SET application_name = 'began first'; BEGIN; SELECT`);
  await late.query(`SET application_name = 'wrote first'; BEGIN; SELECT pg_current_xact_id()`);
  await early.query('SELECT pg_current_xact_id()');
  const { blocker } = await horizonHeldBy('wrote first');
  expect(blocker?.name).toBe('wrote first');
  for (const session of [late, early]) {
    await session.query('ROLLBACK; RESET application_name');
    session.release();
  }
});

it('the lag of a subscription is the age of the oldest event that it has not applied', async () => {
  const subscription = subscribe();
  await store.append(test.database, open());
  await subscription.caughtUp();
  await subscription.stop();
  expect(await readSubscriptionLags(test.database, 'bank')).toEqual([{ name: 'list', seconds: 0 }]);
  await store.append(test.database, open());
  const [lag] = await readSubscriptionLags(test.database, 'bank');
  expect(lag?.seconds).toBeGreaterThan(0);
});

/** Other tests write on the same server: theirs may be older, but ends. */
async function horizonHeldBy(name: string): Promise<EventHorizon> {
  for (;;) {
    const horizon = await readEventHorizon(test.database);
    if (horizon.blocker?.name === name) return horizon;
  }
}
