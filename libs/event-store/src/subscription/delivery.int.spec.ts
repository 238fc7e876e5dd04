import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '@svc/postgres';
import { type TestDatabase, TestKeys } from '@svc/testing';
import { DomainError } from '@svc/errors';
import { deposited, noteTaken, opened, type AccountEvent } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  settledLog,
  subject,
  tenant,
  testVault,
} from '../../test/account-log.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { LocalSignals } from '../signals/log-signals.js';
import { emptyStreamHead, type StreamHead } from '../stream-head.js';
import type { StoredEvent } from './stored-event.js';
import type { Subscription } from './subscription.js';
import type { Handling, SubscriptionOptions } from './subscription-options.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase(20);
  await test.database.pool.query(
    'CREATE TABLE bank.applied (n serial, what text); CREATE TABLE bank.counted (events int)',
  );
});
afterAll(() => test.drop());

let store: EventStore<AccountEvent>;
let failures: unknown[];
const running: Subscription<AccountEvent>[] = [];
beforeEach(async () => {
  await test.database.pool.query(
    'TRUNCATE bank.event, bank.subscription_checkpoint, bank.parked_stream, bank.applied',
  );
  store = openStore(test, { signals: new LocalSignals(), pollMs: 20 });
  failures = [];
});
afterEach(() => Promise.all(running.splice(0).map((subscription) => subscription.stop())));

function subscribe(
  options: Partial<SubscriptionOptions<AccountEvent>>,
  of = store,
): Subscription<AccountEvent> {
  const subscription = of.subscribe({
    name: 'list',
    startAt: 'start',
    onError: (error: unknown) => failures.push(error),
    ...options,
  } as SubscriptionOptions<AccountEvent>);
  running.push(subscription);
  return subscription;
}

async function append(
  streamId = newAccountStream(),
  expected: StreamHead = emptyStreamHead,
  events: readonly AccountEvent[] = [opened('Ada')],
) {
  const request = { tenantId: tenant, subject, metadata, streamId, expected, events };
  const { head, recorded } = await store.append(test.database, request);
  return { streamId, head, recorded, name: `${streamId}@${head.version}` };
}

const namesOf = (events: readonly (RecordedEvent | StoredEvent)[]) =>
  events.map(({ streamId, streamVersion }) => `${streamId}@${streamVersion}`);

const record = async (tx: Tx, what: readonly string[]): Promise<void> => {
  const text = 'INSERT INTO bank.applied (what) SELECT unnest($1::text[])';
  await tx.query({ name: 'record', text, values: [what] });
};

async function applied(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ what: string }>(
    'SELECT what FROM bank.applied ORDER BY n',
  );
  return rows.map(({ what }) => what);
}

async function openTransactions(): Promise<number> {
  const { rowCount } = await test.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  return rowCount ?? 0;
}

describe('a batch into this database', () => {
  it('given one that is applied slowly, does not keep another subscription from what comes meanwhile', async () => {
    const [isApplying, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = subscribe({
      name: 'slow',
      apply: async (tx: Tx, events: readonly RecordedEvent[]) => {
        isApplying.resolve();
        await mayGoOn.promise;
        await record(tx, namesOf(events));
      },
    });
    await append();
    await isApplying.promise;
    const seen: string[] = [];
    const quick = subscribe({
      name: 'quick',
      apply: async (_tx: Tx, events: readonly RecordedEvent[]) => void seen.push(...namesOf(events)),
    });
    const { name } = await append();
    await quick.caughtUp();
    expect(seen).toContain(name);
    expect(await applied()).toEqual([]);
    mayGoOn.resolve();
    await slow.caughtUp();
    expect(await applied()).toEqual(seen);
  });

  it('may append to a stream that others write to meanwhile', async () => {
    const busy = await append();
    let { head } = busy;
    const done = Promise.withResolvers<void>();
    const subscription = subscribe({
      startAt: 'end',
      apply: async (tx: Tx, events: readonly RecordedEvent[]) => {
        if (events.every(({ streamId }) => streamId === busy.streamId)) return;
        ({ head } = await append(busy.streamId, head, [deposited(1)]));
        const loaded = await store.loadStream(tx, { tenantId: tenant, streamId: busy.streamId });
        const request = { tenantId: tenant, subject, metadata, streamId: busy.streamId };
        await store.append(tx, { ...request, expected: loaded.head, events: [deposited(2)] });
        done.resolve();
      },
    });
    await subscription.caughtUp();
    await append();
    await done.promise;
    await subscription.caughtUp();
    expect(failures).toEqual([]);
    const stream = await store.readStream(test.database, busy.streamId);
    expect(stream.map(({ event }) => event)).toEqual([opened('Ada'), deposited(1), deposited(2)]);
  });

  it('given work to prepare, has no transaction open meanwhile, and writes its result once', async () => {
    const open: number[] = [];
    let attempts = 0;
    const subscription = subscribe({
      prepare: async (events: readonly RecordedEvent[]) => {
        open.push(await openTransactions());
        const names = namesOf(events);
        return async (tx: Tx) => {
          await record(tx, names);
          if (++attempts === 1) throw new Error('out of luck');
        };
      },
    });
    const { name } = await append();
    await subscription.caughtUp();
    expect(open).toEqual([0, 0]);
    expect(failures).toEqual([new Error('out of luck')]);
    expect(await applied()).toEqual([name]);
  });

  it('given a rewind that empties its tables the other way round while a batch is applied, neither ends the other', async () => {
    const [isApplying, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const subscription = subscribe({
      apply: async (tx: Tx, events: readonly RecordedEvent[]) => {
        await record(tx, namesOf(events));
        isApplying.resolve();
        await mayGoOn.promise;
        await tx.query({
          name: 'count',
          text: 'INSERT INTO bank.counted VALUES ($1)',
          values: [events.length],
        });
      },
    });
    const { name } = await append();
    await isApplying.promise;
    const rewound = test.database.transaction((tx) =>
      store.rewindSubscription(tx, 'list', async () => {
        await tx.query({ name: 'empty', text: 'TRUNCATE bank.counted', values: [] });
        await tx.query({ name: 'empty_applied', text: 'TRUNCATE bank.applied', values: [] });
      }),
    );
    await someoneWaits();
    mayGoOn.resolve();
    await rewound;
    await subscription.caughtUp();
    expect(failures).toEqual([]);
    expect(await applied()).toEqual([name]);
  });
});

/** Resolves when a session of this database waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await test.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount === 1) return;
  }
}

describe('a batch to the outside', () => {
  it('is handled without an open transaction, and comes again until it succeeds', async () => {
    const sent: string[][] = [];
    const open: number[] = [];
    const subscription = subscribe({
      handle: async (events: readonly RecordedEvent[]) => {
        open.push(await openTransactions());
        sent.push(namesOf(events));
        if (sent.length === 1) throw new Error('refused');
      },
    });
    const { name } = await append();
    await subscription.caughtUp();
    expect(sent).toEqual([[name], [name]]);
    expect(open).toEqual([0, 0]);
    expect(failures).toEqual([new Error('refused')]);
  });

  it('given a stop, is told by its signal, and comes again to the next leader', async () => {
    const isHandling = Promise.withResolvers<void>();
    const subscription = subscribe({
      handle: (_events: readonly RecordedEvent[], { signal }: Handling) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('told to end')));
          isHandling.resolve();
        }),
    });
    const { name } = await append();
    await isHandling.promise;
    await subscription.stop();
    expect(failures).toEqual([]);
    const seen: string[] = [];
    const next = subscribe({
      handle: async (events: readonly RecordedEvent[]) => void seen.push(...namesOf(events)),
    });
    await next.caughtUp();
    expect(seen).toEqual([name]);
  });

  it('given a rewind meanwhile, does not count', async () => {
    const seen: string[][] = [];
    const subscription = subscribe({
      handle: async (events: readonly RecordedEvent[]) => {
        seen.push(namesOf(events));
        if (seen.length > 1) return;
        await test.database.transaction((tx) => store.rewindSubscription(tx, 'list', async () => undefined));
      },
    });
    const { name } = await append();
    await subscription.caughtUp();
    expect(seen).toEqual([[name], [name]]);
    expect(failures).toEqual([]);
  });

  it('as it is stored, needs no key and no type, and has the very texts that the hash covers', async () => {
    const { recorded, streamId } = await append(newAccountStream(), emptyStreamHead, [
      opened('Ada'),
      noteTaken('likes tea'),
    ]);
    const keys = new TestKeys();
    const locked = openStore(test, {
      types: { byName: new Map() },
      vault: { ...testVault(test, keys), keys: { get: unavailable, getAll: unavailable } },
    });
    const sent: StoredEvent[] = [];
    const subscription = subscribe(
      { forward: async (events: readonly StoredEvent[]) => void sent.push(...events) },
      locked,
    );
    await subscription.caughtUp();
    const { rows } = await test.database.pool.query<{ payload: string; metadata: string }>(
      'SELECT payload, metadata FROM bank.event WHERE stream_id = $1 ORDER BY stream_version',
      [streamId],
    );
    expect(sent.map(({ payload, metadata: told }) => ({ payload, metadata: told }))).toEqual(rows);
    expect(sent[0]?.payload).not.toContain('Ada');
    for (const [index, event] of recorded.entries()) {
      const { event: _decoded, isErased: _erased, metadata: _metadata, ...link } = event;
      expect(sent[index]).toMatchObject({ ...link, eventType: event.event.type });
    }
    expect(failures).toEqual([]);
  });
});

async function unavailable(): Promise<never> {
  throw new DomainError('service_unavailable', 'No keys today.');
}

describe('a subscription to some events', () => {
  const sentOf = async (only: NonNullable<SubscriptionOptions<AccountEvent>['only']>) => {
    const sent: AccountEvent[] = [];
    const subscription = subscribe({
      only,
      handle: async (events: readonly RecordedEvent[]) =>
        void sent.push(...events.map(({ event }) => event as AccountEvent)),
    });
    await subscription.caughtUp();
    return sent;
  };
  const account = [opened('Ada'), noteTaken('likes tea'), deposited(1), noteTaken('and cake')];

  it('given types, gets only those', async () => {
    await append(newAccountStream(), emptyStreamHead, account);
    expect(await sentOf({ types: ['NoteTaken'] })).toEqual([noteTaken('likes tea'), noteTaken('and cake')]);
  });

  it('given that they are public, gets no private one', async () => {
    await append(newAccountStream(), emptyStreamHead, account);
    expect(await sentOf({ publicOnly: true })).toEqual([opened('Ada'), deposited(1)]);
  });

  it('gets one that stands behind thousands of others', async () => {
    await fill(2_500);
    await append(newAccountStream(), emptyStreamHead, account);
    expect(await sentOf({ types: ['NoteTaken'] })).toHaveLength(2);
  });

  it('given nothing for it, its checkpoint goes on all the same', async () => {
    const { recorded } = await append();
    const subscription = subscribe({ only: { types: ['NoteTaken'] }, handle: async () => undefined });
    await settledLog(store, test, 1);
    await subscription.caughtUp();
    await subscription.stop();
    const { rows } = await test.database.pool.query<{ position: string }>(
      'SELECT position FROM bank.subscription_checkpoint',
    );
    expect(rows).toEqual([{ position: String(recorded[0]?.position) }]);
  });
});

/** So many deposits, by one statement. */
async function fill(events: number): Promise<void> {
  const { streamId, recorded } = await append();
  await test.database.pool.query(
    `INSERT INTO bank.event (tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version,
                             is_public, previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
     SELECT tenant_id, stream_id, subject, stream_version + n, 'MoneyDeposited', gen_random_uuid(), 1, true, n, hash,
            '{"amount":1}', metadata, created_at, hash
       FROM bank.event, generate_series(1, $2::int) AS n WHERE stream_id = $1`,
    [streamId, events],
  );
  await settledLog(store, test, recorded.length + events);
}
