import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '@svc/errors';
import type { Tx } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { accountEventTypes, deposited, noteTaken, opened, type AccountEvent } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  schema,
  subject,
  tenant,
} from '../../test/account-log.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { LocalSignals } from '../signals/log-signals.js';
import { emptyStreamHead } from '../stream-head.js';
import { listParkedStreams, redriveParkedStream, skipParkedEvent } from './parked-streams.js';
import type { Subscription } from './subscription.js';
import type { Consequence, SubscriptionOptions } from './subscription-options.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase(20);
  await test.database.pool.query('CREATE TABLE bank.applied (n serial, what text)');
});
afterAll(() => test.drop());

let store: EventStore<AccountEvent>;
let told: { readonly failure: unknown; readonly consequence: Consequence }[];
const running: Subscription<AccountEvent>[] = [];
beforeEach(async () => {
  await test.database.pool.query(
    'TRUNCATE bank.event, bank.subscription_checkpoint, bank.parked_stream, bank.applied',
  );
  store = openStore(test, { signals: new LocalSignals(), pollMs: 10 });
  told = [];
});
afterEach(() => Promise.all(running.splice(0).map((subscription) => subscription.stop())));

const subscription = 'list';

function subscribe(
  options: Partial<SubscriptionOptions<AccountEvent>>,
  of = store,
): Subscription<AccountEvent> {
  const started = of.subscribe({
    name: subscription,
    startAt: 'start',
    attempts: 2,
    onError: (error: unknown, consequence: Consequence) => told.push({ failure: error, consequence }),
    ...options,
  } as SubscriptionOptions<AccountEvent>);
  running.push(started);
  return started;
}

/** An account with its events. */
async function account(...events: readonly AccountEvent[]): Promise<string> {
  const streamId = newAccountStream();
  const request = { tenantId: tenant, subject, metadata, streamId, expected: emptyStreamHead, events };
  await store.append(test.database, request);
  return streamId;
}

async function goOn(streamId: string, ...events: readonly AccountEvent[]): Promise<void> {
  const { head } = await store.loadStream(test.database, { tenantId: tenant, streamId });
  await store.append(test.database, {
    tenantId: tenant,
    subject,
    metadata,
    streamId,
    expected: head,
    events,
  });
}

const record = async (tx: Tx, events: readonly RecordedEvent[]): Promise<void> => {
  const text = 'INSERT INTO bank.applied (what) SELECT unnest($1::text[])';
  const what = events.map(({ streamId, streamVersion }) => `${streamId}@${streamVersion}`);
  await tx.query({ name: 'record', text, values: [what] });
};

async function appliedOf(streamId: string): Promise<number[]> {
  const { rows } = await test.database.pool.query<{ what: string }>(
    `SELECT what FROM bank.applied WHERE what LIKE $1 || '@%' ORDER BY n`,
    [streamId],
  );
  return rows.map(({ what }) => Number(what.split('@')[1]));
}

const isDeposit = (amount: number) => (recorded: RecordedEvent) =>
  recorded.event.type === 'MoneyDeposited' &&
  (recorded.event.data as { readonly amount: number }).amount === amount;

/** Refuses deposits of 13, for as long as it is told to. */
function superstitious() {
  const state = { refuses: true };
  const apply = async (tx: Tx, events: readonly RecordedEvent[]): Promise<void> => {
    await record(tx, events);
    if (state.refuses && events.some(isDeposit(13))) throw new TypeError('Ada said: not 13!');
  };
  return { state, apply };
}

/** Resolves when nothing is parked any more. */
async function nothingParked(): Promise<void> {
  while ((await listParkedStreams(test.database, schema)).length > 0);
}

describe('a handler that keeps failing at an event', () => {
  it('has its stream parked, and handles the others', async () => {
    const { apply } = superstitious();
    const bad = await account(opened('Ada'), deposited(13), deposited(1));
    const good = await account(opened('Bob'), deposited(2));
    const list = subscribe({ apply });
    await list.caughtUp();
    await goOn(bad, deposited(3));
    await goOn(good, deposited(4));
    await list.caughtUp();
    expect(await appliedOf(bad)).toEqual([1]);
    expect(await appliedOf(good)).toEqual([1, 2, 3]);
    expect(told.at(-1)).toEqual({
      failure: new TypeError('Ada said: not 13!'),
      consequence: { parkedStream: bad },
    });
  });

  it('is listed with the event and its reason, without the words of a failure that may quote the event', async () => {
    const { apply } = superstitious();
    const bad = await account(opened('Ada'), deposited(13));
    await subscribe({ apply }).caughtUp();
    expect(await listParkedStreams(test.database, schema)).toEqual([
      {
        subscription,
        streamId: bad,
        streamVersion: 2,
        eventType: 'MoneyDeposited',
        reason: 'TypeError',
        parkedAtMs: expect.any(Number),
        isRedriven: false,
      },
    ]);
  });

  it('once mended and redriven, handles what waits in its order and goes on', async () => {
    const { state, apply } = superstitious();
    const bad = await account(opened('Ada'), deposited(13), deposited(1));
    const list = subscribe({ apply, batchSize: 2 });
    await list.caughtUp();
    await goOn(bad, deposited(2), deposited(3), deposited(4));
    await list.caughtUp();
    state.refuses = false;
    expect(await redriveParkedStream(test.database, schema, { subscription, streamId: bad })).toBe(true);
    await nothingParked();
    await goOn(bad, deposited(5));
    await list.caughtUp();
    expect(await appliedOf(bad)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('redriven before it is mended, waits at the same event', async () => {
    const { apply } = superstitious();
    const bad = await account(opened('Ada'), deposited(13), deposited(1));
    const list = subscribe({ apply });
    await list.caughtUp();
    const parked = told.length;
    await redriveParkedStream(test.database, schema, { subscription, streamId: bad });
    while ((await listParkedStreams(test.database, schema))[0]?.isRedriven);
    await list.caughtUp();
    expect(told.slice(parked).map(({ consequence }) => consequence)).toEqual([{ parkedStream: bad }]);
    expect(await listParkedStreams(test.database, schema)).toMatchObject([
      { streamId: bad, streamVersion: 2 },
    ]);
    expect(await appliedOf(bad)).toEqual([1]);
  });

  it('given a second bad event behind it, waits there once the first is skipped', async () => {
    const { apply } = superstitious();
    const bad = await account(opened('Ada'), deposited(13), deposited(1), deposited(13), deposited(2));
    const list = subscribe({ apply });
    await list.caughtUp();
    const at = { subscription, streamId: bad };
    expect(await skipParkedEvent(test.database, schema, { ...at, streamVersion: 2 })).toBe(true);
    for (;;) {
      const [parked] = await listParkedStreams(test.database, schema);
      if (parked?.streamVersion === 4 && !parked.isRedriven) break;
    }
    // The same word said twice, as after a lost answer, skips nothing more.
    expect(await skipParkedEvent(test.database, schema, { ...at, streamVersion: 2 })).toBe(false);
    expect(await skipParkedEvent(test.database, schema, { ...at, streamVersion: 4 })).toBe(true);
    await nothingParked();
    await list.caughtUp();
    expect(await appliedOf(bad)).toEqual([1, 3, 5]);
  });

  it('to the outside, is parked as well', async () => {
    const sent: string[] = [];
    const bad = await account(opened('Ada'), deposited(13), deposited(1));
    const good = await account(opened('Bob'));
    const list = subscribe({
      handle: async (events: readonly RecordedEvent[]) => {
        if (events.some(isDeposit(13))) throw new Error('too large for the broker');
        sent.push(...events.map(({ streamId, streamVersion }) => `${streamId}@${streamVersion}`));
      },
    });
    await list.caughtUp();
    expect(sent).toEqual([`${bad}@1`, `${good}@1`]);
  });

  it('given an outage instead, parks nothing and goes on after it', async () => {
    const outages = [
      new DomainError('service_unavailable', 'Not now.'),
      new Error('broker is away'),
      new Error('broker is away'),
      new Error('broker is away'),
    ];
    const streamId = await account(opened('Ada'));
    const list = subscribe({
      attempts: 1,
      isOutage: (error) => error instanceof Error && error.message === 'broker is away',
      apply: async (tx: Tx, events: readonly RecordedEvent[]) => {
        const outage = outages.shift();
        if (outage) throw outage;
        await record(tx, events);
      },
    });
    await list.caughtUp();
    expect(told).toHaveLength(4);
    expect(await listParkedStreams(test.database, schema)).toEqual([]);
    expect(await appliedOf(streamId)).toEqual([1]);
  });

  it('given a rewind, handles it again', async () => {
    const { state, apply } = superstitious();
    const bad = await account(opened('Ada'), deposited(13));
    const list = subscribe({ apply });
    await list.caughtUp();
    state.refuses = false;
    await test.database.transaction((tx) =>
      store.rewindSubscription(tx, subscription, async () => {
        await tx.query({ name: 'empty', text: 'TRUNCATE bank.applied', values: [] });
      }),
    );
    await list.caughtUp();
    expect(await appliedOf(bad)).toEqual([1, 2]);
    await nothingParked();
  });
});

describe('an event of a type that this release does not know', () => {
  /** As a release before notes. */
  const olderStore = () => {
    const byName = new Map([...accountEventTypes.byName].filter(([type]) => type !== 'NoteTaken'));
    return openStore(test, { types: { byName }, pollMs: 10 });
  };

  it('has its stream parked at once, and no other', async () => {
    const newer = await account(opened('Ada'), noteTaken('likes tea'), deposited(1));
    const known = await account(opened('Bob'), deposited(2));
    await subscribe({ apply: record, attempts: 100 }, olderStore()).caughtUp();
    expect(await appliedOf(newer)).toEqual([1]);
    expect(await appliedOf(known)).toEqual([1, 2]);
    const [parked] = await listParkedStreams(test.database, schema);
    expect(parked).toMatchObject({ streamId: newer, streamVersion: 2, eventType: 'NoteTaken' });
    expect(parked?.reason).toContain('Event type NoteTaken in schema version 1 is unknown to this release.');
    expect(told.map(({ consequence }) => consequence)).toEqual([{ parkedStream: newer }]);
  });

  it('is handled, and what waits behind it, when a newer release leads', async () => {
    const streamId = await account(opened('Ada'), noteTaken('likes tea'), deposited(1));
    const older = subscribe({ apply: record }, olderStore());
    await older.caughtUp();
    await older.stop();
    await subscribe({ apply: record }).caughtUp();
    expect(await appliedOf(streamId)).toEqual([1, 2, 3]);
    expect(await listParkedStreams(test.database, schema)).toEqual([]);
  });

  it('does not stop a subscription to other types', async () => {
    const streamId = await account(opened('Ada'), noteTaken('likes tea'), deposited(1));
    await subscribe(
      { apply: record, only: { types: ['AccountOpened', 'MoneyDeposited'] } },
      olderStore(),
    ).caughtUp();
    expect(await appliedOf(streamId)).toEqual([1, 3]);
  });
});

it('the word of an operator about a stream that does not wait changes nothing', async () => {
  const at = { subscription, streamId: newAccountStream() };
  expect(await redriveParkedStream(test.database, schema, at)).toBe(false);
  expect(await skipParkedEvent(test.database, schema, { ...at, streamVersion: 1 })).toBe(false);
});
