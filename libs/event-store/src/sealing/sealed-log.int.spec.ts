import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, SubjectErasedError } from '@svc/errors';
import { userSubject } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { BrokenSealError, type SubjectKeys } from '@svc/sealing';
import { TestKeys, type TestDatabase } from '@svc/testing';
import {
  accountShape,
  account,
  deposited,
  noteTaken,
  opened,
  type AccountEvent,
} from '../../test/account.js';
import {
  countRows,
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  tenant,
  testVault,
} from '../../test/account-log.js';
import { AggregateRepository } from '../aggregate/aggregate-repository.js';
import { PersonalValue } from '../events/personal-value.js';
import { emptyStreamHead } from '../stream-head.js';
import { verifyStreams } from '../verification/verify-streams.js';

let test: TestDatabase;
let keys: TestKeys;
let subject: string;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  keys = new TestKeys();
  subject = userSubject(tenant, randomUUID());
});

const store = (from: SubjectKeys = keys) => openStore(test, { vault: testVault(test, from) });
const begin = (events: readonly AccountEvent[], streamId = newAccountStream()) => ({
  tenantId: tenant,
  streamId,
  subject,
  expected: emptyStreamHead,
  metadata,
  events,
});

/** As an erasure does it. */
async function erase(): Promise<void> {
  await test.database.pool.query('SELECT bank.record_erasure($1, now())', [subject]);
  keys.erase(subject);
}

async function rowsWith(words: string): Promise<number> {
  const tables = ['event', 'snapshot', 'blob'].map(
    (table) => `SELECT to_jsonb(t)::text AS row FROM bank.${table} t`,
  );
  const { rows } = await test.database.pool.query(
    `SELECT FROM (${tables.join(' UNION ALL ')}) AS all_rows WHERE position($1 IN row) > 0
        OR position(encode(convert_to($1, 'UTF8'), 'hex') IN row) > 0`,
    [words],
  );
  return rows.length;
}

describe('a sealed log', () => {
  it('holds no personal word, reads them all, and verifies without a key', async () => {
    const words = `Ada ${randomUUID()}`;
    const request = begin([opened(words), deposited(5), noteTaken(words)]);
    await store().append(test.database, request);
    expect(await rowsWith(words)).toBe(0);
    const read = await store().readStream(test.database, request.streamId);
    expect(read.map(({ event }) => event)).toEqual(request.events);
    const report = await verifyStreams(test.database, 'bank', { streamPrefix: request.streamId });
    expect(report.violations).toEqual([]);
  });

  it('given the key is destroyed, reads its events without personal fields, and still verifies', async () => {
    const request = begin([opened('Ada'), deposited(5)]);
    await store().append(test.database, request);
    await erase();
    const read = await store().readStream(test.database, request.streamId);
    expect(read.map(({ event, isErased }) => ({ ...event, isErased }))).toEqual([
      { type: 'AccountOpened', data: {}, isErased: true },
      { ...deposited(5), isErased: false },
    ]);
    const report = await verifyStreams(test.database, 'bank', { streamPrefix: request.streamId });
    expect(report.violations).toEqual([]);
  });

  it('given the subject is erased, refuses something personal though the key is still known here', async () => {
    const begun = begin([opened('Ada')]);
    const { head } = await store().append(test.database, begun);
    await erase();
    const stale = new TestKeys();
    const before = await countRows(test, 'bank.event');
    const late = { ...begun, expected: head, events: [noteTaken('too late')] };
    await expect(store(stale).append(test.database, late)).rejects.toMatchObject({
      name: 'SubjectErasedError',
      subject,
      code: 'not_found',
    });
    await expect(store().append(test.database, late)).rejects.toThrow(SubjectErasedError);
    expect(await countRows(test, 'bank.event')).toBe(before);
  });

  it('given the subject is erased, refuses something personal where the same statement went without it before', async () => {
    const sameStore = store();
    const guard = { name: 'free', text: 'SELECT 1', values: [] };
    const begun = begin([opened('Ada')]);
    const { head: opening } = await sameStore.append(test.database, begun);
    const plain = { ...begun, expected: opening, events: [deposited(1)], guard };
    const { head } = await sameStore.append(test.database, plain);
    await test.database.pool.query('SELECT bank.record_erasure($1, now())', [subject]);
    const late = sameStore.append(test.database, { ...plain, expected: head, events: [noteTaken('late')] });
    await expect(late).rejects.toBeInstanceOf(SubjectErasedError);
  });

  it('given the subject is erased, refuses a personal row beside an event that is not', async () => {
    const begun = begin([deposited(1)]);
    const place = { table: 'bank.note', primaryKey: [1], column: 'words' };
    const row = {
      name: 'note',
      text: 'SELECT $1::text',
      values: [new PersonalValue((seal) => seal(place, 'Ada'))],
    };
    const { head } = await store().append(test.database, { ...begun, alongside: [row] });
    await test.database.pool.query('SELECT bank.record_erasure($1, now())', [subject]);
    const late = store().append(test.database, { ...begun, expected: head, alongside: [row] });
    await expect(late).rejects.toBeInstanceOf(SubjectErasedError);
  });

  it('given the subject is erased, takes what is not personal', async () => {
    const begun = begin([opened('Ada')]);
    const { head } = await store().append(test.database, begun);
    await erase();
    const next = { ...begun, expected: head, events: [deposited(1)] };
    const { head: last } = await store().append(test.database, next);
    await store(new TestKeys()).append(test.database, { ...next, expected: last });
    expect(await store().readStream(test.database, begun.streamId)).toHaveLength(3);
  });

  it('given the key can not be had now, neither appends nor reads, and says so', async () => {
    const begun = begin([opened('Ada')]);
    await store().append(test.database, begun);
    const away = new DomainError('service_unavailable', 'The service is busy. Try again in a moment.');
    const none: SubjectKeys = { get: () => Promise.reject(away), getAll: () => Promise.reject(away) };
    await expect(store(none).append(test.database, begin([opened('Ben')]))).rejects.toBe(away);
    await expect(store(none).readStream(test.database, begun.streamId)).rejects.toBe(away);
    await store(none).append(test.database, begin([deposited(1)]));
  });

  it('given a key that begins with the append, asks for none', async () => {
    const none: SubjectKeys = {
      get: () => Promise.reject(new Error('asked')),
      getAll: () => Promise.reject(new Error('asked')),
    };
    const key = await keys.get(subject);
    if (key === 'erased') throw new Error('It is not.');
    const request = { ...begin([opened('Ada')]), key };
    await store(none).append(test.database, request);
    expect((await store().readStream(test.database, request.streamId))[0]?.event).toEqual(opened('Ada'));
  });

  it('given an event was copied into another stream, does not open it there', async () => {
    const [one, other] = [begin([opened('Ada')]), begin([opened('Ben')])];
    await store().append(test.database, one);
    await store().append(test.database, other);
    await test.database.pool.query(
      `UPDATE bank.event SET payload = (SELECT payload FROM bank.event WHERE stream_id = $1) WHERE stream_id = $2`,
      [one.streamId, other.streamId],
    );
    await expect(store().readStream(test.database, other.streamId)).rejects.toThrow(BrokenSealError);
  });
});

describe('what is too large for an event', () => {
  const long = '"😀'.repeat(310_000);

  it('stands sealed beside it, in the same statement, and is read with it', async () => {
    const request = begin([opened('Ada'), noteTaken(long), deposited(1)]);
    await store().append(test.database, request);
    expect(await countRows(test, `bank.blob WHERE owner = '${subject}'`)).toBe(1);
    expect(await rowsWith('"😀"😀"😀')).toBe(0);
    const read = await store().readStream(test.database, request.streamId);
    expect(read.map(({ event }) => event)).toEqual(request.events);
  });

  it('of several events is read with one more question', async () => {
    const request = begin([noteTaken(long), deposited(1), noteTaken(`${long}.`), noteTaken(long)]);
    await store().append(test.database, request);
    const asked: string[] = [];
    const counting: Executor = {
      query: (statement) => {
        asked.push(statement.name);
        return test.database.query(statement);
      },
    };
    const read = await store().readStream(counting, request.streamId);
    expect(read.map(({ event }) => event)).toEqual(request.events);
    expect(asked).toEqual(['bank.read_stream', 'bank.get_blobs']);
  });

  it('is not left behind by an append that is refused', async () => {
    const request = begin([noteTaken(long)]);
    const refused = { ...request, guard: { name: 'never', text: 'SELECT 1 WHERE false', values: [] } };
    await expect(store().append(test.database, refused)).rejects.toMatchObject({ name: 'FencedError' });
    expect(await countRows(test, `bank.blob WHERE owner = '${subject}'`)).toBe(0);
  });

  it('given its subject is erased, is read as erased', async () => {
    const request = begin([noteTaken(long)]);
    await store().append(test.database, request);
    await erase();
    expect(await store().readStream(test.database, request.streamId)).toMatchObject([{ isErased: true }]);
  });

  it('given it was deleted with its subject while the key was still known here, is read as erased', async () => {
    const request = begin([noteTaken(long)]);
    await store().append(test.database, request);
    await test.database.pool.query('SELECT bank.record_erasure($1, now())', [subject]);
    await test.database.pool.query('DELETE FROM bank.blob WHERE owner = $1', [subject]);
    expect(await store().readStream(test.database, request.streamId)).toMatchObject([{ isErased: true }]);
  });

  it('given it is lost though nobody has erased its subject, is damage and never read as erased', async () => {
    const request = begin([noteTaken(long)]);
    await store().append(test.database, request);
    await test.database.pool.query('DELETE FROM bank.blob WHERE owner = $1', [subject]);
    const read = store().readStream(test.database, request.streamId);
    await expect(read).rejects.toMatchObject({ name: 'LostPartError' });
  });

  it('given a log that was opened without blobs, is no erasure either', async () => {
    const request = begin([noteTaken(long)]);
    await store().append(test.database, request);
    const withoutBlobs = openStore(test, { vault: { ...testVault(test, keys), blobs: undefined } });
    const read = withoutBlobs.readStream(test.database, request.streamId);
    await expect(read).rejects.toThrow('needs blobs');
  });

  it('given it is gone and nobody erased its subject, is found by a verification', async () => {
    const request = begin([opened('Ada'), noteTaken(long)]);
    await store().append(test.database, request);
    const violations = async () =>
      (await verifyStreams(test.database, 'bank', { streamPrefix: request.streamId })).violations;
    expect(await violations()).toEqual([]);
    await test.database.pool.query('DELETE FROM bank.blob WHERE owner = $1', [subject]);
    expect(await violations()).toEqual([
      {
        streamId: request.streamId,
        streamVersion: 2,
        reason: 'its personal part was stored as a blob, which is missing',
      },
    ]);
    await erase();
    expect(await violations()).toEqual([]);
  });

  it('beyond 4 MiB is refused', async () => {
    const append = store().append(test.database, begin([noteTaken('é'.repeat(2 * 1024 * 1024))]));
    await expect(append).rejects.toMatchObject({ name: 'PayloadTooLargeError' });
  });
});

describe('the snapshot of a subject', () => {
  const accounts = () =>
    new AggregateRepository({
      store: store(),
      decider: account,
      category: 'account',
      snapshot: { every: 1, shape: accountShape },
    });
  const append = async (events: readonly AccountEvent[]) => {
    const loaded = accounts().initial(tenant, randomUUID().replaceAll('-', '').slice(0, 24));
    return accounts().append(test.database, loaded, events, { metadata, subject });
  };
  const loadAgain = ({ tenantId, id }: { tenantId: typeof tenant; id: string }) =>
    accounts().load(test.database, tenantId, id);

  it('is sealed, and used by the next load', async () => {
    const words = `Ada ${randomUUID()}`;
    const kept = await append([opened(words), deposited(5)]);
    expect(await rowsWith(words)).toBe(0);
    expect(await loadAgain(kept)).toMatchObject({ state: { owner: words, balance: 5 }, snapshotVersion: 2 });
  });

  it('given it was taken from another stream, is passed over', async () => {
    const [one, other] = [await append([opened('Ada')]), await append([opened('Ben')])];
    await test.database.pool.query(
      `UPDATE bank.snapshot SET state = (SELECT state FROM bank.snapshot WHERE stream_id = $1) WHERE stream_id = $2`,
      [one.streamId, other.streamId],
    );
    expect(await loadAgain(other)).toMatchObject({ state: { owner: 'Ben' }, snapshotVersion: 0 });
  });

  it('given the subject is erased, is neither used nor written', async () => {
    const kept = await append([opened('Ada'), deposited(5)]);
    await erase();
    const loaded = await loadAgain(kept);
    expect(loaded).toMatchObject({ state: { balance: 5 }, snapshotVersion: 0 });
    expect(loaded.state.owner).toBeUndefined();
    await test.database.pool.query('DELETE FROM bank.snapshot WHERE stream_id = $1', [kept.streamId]);
    keys = new TestKeys();
    await accounts().append(test.database, loaded, [deposited(1)], { metadata, subject });
    expect(await countRows(test, `bank.snapshot WHERE stream_id = '${kept.streamId}'`)).toBe(0);
  });
});
