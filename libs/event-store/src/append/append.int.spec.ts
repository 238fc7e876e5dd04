import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Executor, Statement } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { deposited, noteTaken, opened } from '../../test/account.js';
import {
  countRows,
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  subject,
  tenant,
  testTime,
  typesOf,
} from '../../test/account-log.js';
import { ConcurrencyError, UnknownEventError, UnstorableTextError } from '../errors.js';
import { linkHash } from '../hash-chain.js';
import { emptyStreamHead } from '../stream-head.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };

/** Counts the statements sent. */
function recording(executor: Executor): Executor & { readonly sent: Statement[] } {
  const sent: Statement[] = [];
  return { sent, query: (statement) => (sent.push(statement), executor.query(statement)) };
}

describe('an append', () => {
  it('given no stream yet, stores the events from version 1 on, with one statement', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const executor = recording(test.database);
    const { head, recorded } = await store.append(executor, {
      ...begin,
      streamId,
      events: [opened('Ada'), deposited(5)],
    });
    expect(executor.sent).toHaveLength(1);
    const hash = recorded[1]?.hash;
    expect(head).toEqual({ version: 2, hash, publicVersion: 2, publicHash: hash, subject });
    const read = await store.readStream(test.database, streamId);
    expect(read).toEqual(recorded);
    expect(read[0]).toMatchObject({
      tenantId: tenant,
      subject,
      streamId,
      streamVersion: 1,
      event: opened('Ada'),
      schemaVersion: 1,
      isPublic: true,
      previousPublicVersion: 0,
      previousPublicHash: Buffer.alloc(32),
      metadata,
      createdAt: testTime,
      epoch: 1,
    });
    expect(read[1]?.position).toBeGreaterThan(read[0]?.position ?? 0n);
    expect(read[1]?.transactionId).toBe(read[0]?.transactionId);
  });

  it('continues from the head that it returned', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const first = await store.append(test.database, { ...begin, streamId, events: [opened('Ada')] });
    const next = { ...begin, streamId, expected: first.head, events: [deposited(1)] };
    const second = await store.append(test.database, next);
    expect(second.head.version).toBe(2);
    const read = await store.readStream(test.database, streamId, { afterVersion: 1 });
    expect(read.map(({ event }) => event)).toEqual([deposited(1)]);
  });

  it.each([8, 9, 300])('stores %i events in their order, all linked', async (count) => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const events = [opened('Ada'), ...Array.from({ length: count - 1 }, (_, index) => deposited(index))];
    const { head } = await store.append(test.database, { ...begin, streamId, events });
    const read = await store.readStream(test.database, streamId);
    expect(read.map(({ event }) => event)).toEqual(events);
    expect(read.map(({ streamVersion }) => streamVersion)).toEqual(events.map((_, index) => index + 1));
    const positions = read.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
    const stored = await test.database.pool.query<{ payload: string; metadata: string }>(
      'SELECT payload, metadata FROM bank.event WHERE stream_id = $1 ORDER BY stream_version',
      [streamId],
    );
    const last = stored.rows.reduce((hash, { payload, metadata: text }, index) => {
      const { event, ...link } = read[index] as (typeof read)[number];
      return linkHash(hash, { ...link, eventType: event.type, payload, metadata: text });
    }, emptyStreamHead.hash);
    expect(last).toEqual(head.hash);
  });

  it('tells public events which public event came before them', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const events = [opened('Ada'), noteTaken('a'), deposited(1), noteTaken('b')];
    const { head, recorded } = await store.append(test.database, { ...begin, streamId, events });
    expect(head).toMatchObject({ version: 4, publicVersion: 3, publicHash: recorded[2]?.hash });
    const later = { ...begin, streamId, expected: head, events: [noteTaken('c'), deposited(2)] };
    await store.append(test.database, later);
    const read = await store.readStream(test.database, streamId);
    expect(read.map(({ previousPublicVersion }) => previousPublicVersion)).toEqual([0, 1, 1, 3, 3, 3]);
    const hashes = [Buffer.alloc(32), ...read.map(({ hash }) => hash)];
    expect(read.map(({ previousPublicHash }) => previousPublicHash)).toEqual(
      [0, 1, 1, 3, 3, 3].map((version) => hashes[version]),
    );
    expect(read.map(({ isPublic }) => isPublic)).toEqual([true, false, true, false, false, true]);
  });

  it('given a transaction that rolls back, leaves nothing behind', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const work = test.database.transaction(async (tx) => {
      await store.append(tx, { ...begin, streamId, events: [opened('Ada')] });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await store.readStream(test.database, streamId)).toEqual([]);
  });

  it('given two appends to one stream in one transaction, keeps their order for subscribers', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    await test.database.transaction(async (tx) => {
      const { head } = await store.append(tx, { ...begin, streamId, events: [opened('Ada')] });
      await store.append(tx, { ...begin, streamId, expected: head, events: [deposited(1)] });
    });
    const read = await store.readStream(test.database, streamId);
    expect(typesOf(read)).toEqual(['AccountOpened', 'MoneyDeposited']);
    expect(read[0]?.position).toBeLessThan(read[1]?.position ?? 0n);
  });
});

describe('an append to a stream that has moved on', () => {
  it('is refused with the expected and the actual version, and stores nothing', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const first = await store.append(test.database, { ...begin, streamId, events: [opened('Ada')] });
    const events = [deposited(1), deposited(2)];
    await store.append(test.database, { ...begin, streamId, expected: first.head, events });
    const late = store.append(test.database, {
      ...begin,
      streamId,
      expected: first.head,
      events: [deposited(9)],
    });
    await expect(late).rejects.toBeInstanceOf(ConcurrencyError);
    await expect(late).rejects.toMatchObject({ streamId, expectedVersion: 1, actualVersion: 3 });
    expect(await store.readStream(test.database, streamId)).toHaveLength(3);
  });

  it('given a stream that does not exist, is refused with actual version 0', async () => {
    const streamId = newAccountStream();
    const hash = Buffer.alloc(32, 7);
    const expected = { version: 2, hash, publicVersion: 2, publicHash: hash, subject };
    const append = openStore(test).append(test.database, {
      ...begin,
      streamId,
      expected,
      events: [deposited(1)],
    });
    await expect(append).rejects.toMatchObject({ expectedVersion: 2, actualVersion: 0 });
  });

  it('given the right version but another hash, is refused: it was decided on other events', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const { head } = await store.append(test.database, { ...begin, streamId, events: [opened('Ada')] });
    const expected = { ...head, hash: Buffer.alloc(32, 7) };
    const append = store.append(test.database, { ...begin, streamId, expected, events: [deposited(1)] });
    await expect(append).rejects.toBeInstanceOf(ConcurrencyError);
  });

  it.each([1, 3, 20])(
    'given two writers of %i events at the same moment, lets exactly one win',
    async (count) => {
      const store = openStore(test);
      const streamId = newAccountStream();
      const events = [opened('Ada'), ...Array.from({ length: count - 1 }, () => deposited(1))];
      const racers = Array.from({ length: 6 }, () =>
        store.append(test.database, { ...begin, streamId, events }),
      );
      const outcomes = await Promise.allSettled(racers);
      const errors = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      );
      expect(errors).toHaveLength(5);
      for (const error of errors) {
        expect(error).toBeInstanceOf(ConcurrencyError);
        expect(error).toMatchObject({ expectedVersion: 0, actualVersion: count });
      }
      expect(await store.readStream(test.database, streamId)).toHaveLength(count);
    },
  );

  it('given a transaction in which the other writer commits first, names the lowest version it can have', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const other = Promise.withResolvers<unknown>();
    // Handled from the start: the refusal may come before the first one's commit is acknowledged.
    const refused = expect(other.promise).rejects.toMatchObject({ expectedVersion: 0, actualVersion: 1 });
    const work = test.database.transaction(async (tx) => {
      await store.append(tx, { ...begin, streamId, events: [opened('Ada')] });
      // Waits for the unique key, which this transaction holds.
      other.resolve(
        test.database.transaction((second) =>
          store.append(second, { ...begin, streamId, events: [opened('Bob')] }),
        ),
      );
    });
    await work;
    await refused;
  });

  it('given a transaction older than the one of the latest event, is refused: subscribers would see them in reverse', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const work = test.database.transaction(async (tx) => {
      await tx.query({ name: 'take_transaction_id', text: 'SELECT pg_current_xact_id()', values: [] });
      const { head } = await store.append(test.database, { ...begin, streamId, events: [opened('Ada')] });
      await store.append(tx, { ...begin, streamId, expected: head, events: [deposited(1)] });
    });
    await expect(work).rejects.toMatchObject({
      name: 'ConcurrencyError',
      expectedVersion: 1,
      actualVersion: 1,
    });
    expect(await store.readStream(test.database, streamId)).toHaveLength(1);
  });
});

describe('bad input', () => {
  it('given no events, is a mistake of the caller', async () => {
    const append = openStore(test).append(test.database, {
      ...begin,
      streamId: newAccountStream(),
      events: [],
    });
    await expect(append).rejects.toThrow(TypeError);
  });

  it('given a stream of another tenant, is a mistake of the caller', async () => {
    const streamId = 'org:other/account/1';
    const append = openStore(test).append(test.database, { ...begin, streamId, events: [opened('Ada')] });
    await expect(append).rejects.toThrow('Stream org:other/account/1 is not one of tenant org:demo.');
  });

  it('given a type that the store does not know, is refused', async () => {
    const alien = { type: 'AccountStolen', data: {} } as unknown as ReturnType<typeof opened>;
    const append = openStore(test).append(test.database, {
      ...begin,
      streamId: newAccountStream(),
      events: [alien],
    });
    await expect(append).rejects.toBeInstanceOf(UnknownEventError);
  });

  it.each(['a\u0000b', 'a\ud800b', 'a\udc00', '\\\u0000'])(
    'given text %j, is refused before the database',
    async (text) => {
      const events = [noteTaken(text)];
      const append = openStore(test).append(test.database, {
        ...begin,
        streamId: newAccountStream(),
        events,
      });
      await expect(append).rejects.toBeInstanceOf(UnstorableTextError);
    },
  );

  it.each(['\\u0000', '\\\\ud800', 'emoji 😀', "it's $1 -- \\"])(
    'stores the text %j as it is',
    async (text) => {
      const store = openStore(test);
      const streamId = newAccountStream();
      await store.append(test.database, { ...begin, streamId, events: [noteTaken(text)] });
      const read = await store.readStream(test.database, streamId);
      expect(read[0]?.event).toEqual(noteTaken(text));
    },
  );

  it('given values of 64 KiB, stores them, however many bytes they take escaped and sealed', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const event = opened('"'.repeat(65_536 - 'owner'.length));
    await store.append(test.database, { ...begin, streamId, events: [event] });
    expect((await store.readStream(test.database, streamId))[0]?.event).toEqual(event);
  });

  it('given values a byte above 64 KiB among others, stores none and names the place for large values', async () => {
    const streamId = newAccountStream();
    // Two bytes each in UTF-8: the limit is on bytes.
    const large = opened('é'.repeat((65_536 - 'owner'.length - 1) / 2) + 'x'.repeat(2));
    const before = await countRows(test, 'bank.event');
    const append = openStore(test).append(test.database, {
      ...begin,
      streamId,
      events: [opened('Ada'), large],
    });
    await expect(append).rejects.toMatchObject({
      name: 'PayloadTooLargeError',
      code: 'payload_too_large',
      eventType: 'AccountOpened',
      valueBytes: 65_537,
      message: expect.stringMatching(/takes 65537 bytes, and at most 65536/) as unknown,
      privateDetail: expect.stringContaining('libs/blobs') as unknown,
    });
    expect(await countRows(test, 'bank.event')).toBe(before);
  });
});
