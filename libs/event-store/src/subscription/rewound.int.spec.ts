import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@svc/kernel';
import type { TestDatabase } from '@svc/testing';
import { opened } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  subject,
  tenant,
} from '../../test/account-log.js';
import { StoredLog } from '../stored-log.js';
import { emptyStreamHead } from '../stream-head.js';
import type { Subscription } from './subscription.js';
import type { StoredEvent } from './stored-event.js';

const name = 'relay';

let test: TestDatabase;
beforeAll(async () => void (test = await createAccountDatabase(10)));
afterAll(() => test.drop());

/** The log of a process that hears of other terms only by polling. */
let log: StoredLog;
const running: Subscription<DomainEvent>[] = [];
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE bank.event, bank.subscription_checkpoint');
  log = new StoredLog({ schema: 'bank', database: test.database, pollMs: 10 });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((subscription) => subscription.stop()));
});

function forward(
  handle: (events: readonly StoredEvent[], handling: { readonly signal: AbortSignal }) => Promise<void>,
): Subscription<DomainEvent> {
  const subscription = log.subscribe({
    name,
    startAt: 'start',
    forward: handle,
    onError: (error) => expect(error).toBeUndefined(),
  });
  running.push(subscription);
  return subscription;
}

const append = () =>
  openStore(test).append(test.database, {
    tenantId: tenant,
    subject,
    metadata,
    streamId: newAccountStream(),
    expected: emptyStreamHead,
    events: [opened('Ada')],
  });

/** As one that talks to brokers that do not answer. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('told to end')), { once: true }),
  );

describe('a subscription that another process rewinds', () => {
  it('given something on its way to the outside, then that is given up, and only then the rewind is done', async () => {
    const told: string[] = [];
    const isOnItsWay = Promise.withResolvers<void>();
    const subscription = forward(async (_events, { signal }) => {
      told.push('began');
      if (told.length > 1) return;
      isOnItsWay.resolve();
      await untilAborted(signal).finally(() => told.push('gave up'));
    });
    await append();
    await isOnItsWay.promise;

    const operator = new StoredLog({ schema: 'bank', database: test.database });
    const rewound = await operator.rewind(name, 'start').finally(() => told.push('rewound'));

    expect(rewound).toBe('begun');
    expect(told.filter((what) => what !== 'began')).toEqual(['gave up', 'rewound']);
    await subscription.caughtUp();
    expect(told.filter((what) => what === 'began')).toHaveLength(2);
  });

  it('given one on its way that does not hear of it, then it is said that the leader goes on', async () => {
    const isOnItsWay = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    forward(() => {
      isOnItsWay.resolve();
      return mayEnd.promise;
    });
    await append();
    await isOnItsWay.promise;
    expect(await log.rewind(name, 'start', { withinMs: 200 })).toBe('pending');
    mayEnd.resolve();
  });

  it('given that nobody leads it, then the next leader begins there', async () => {
    const subscription = forward(() => Promise.resolve());
    await append();
    await subscription.caughtUp();
    await subscription.stop();
    expect(await log.rewind(name, 'start')).toBe('begun');
  });

  it('given that nobody has ever led it, then there is nothing to rewind', async () => {
    expect(await log.rewind(name, 'start')).toBe('unknown');
  });
});
