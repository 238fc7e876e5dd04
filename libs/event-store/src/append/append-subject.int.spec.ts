import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
} from '../../test/account-log.js';
import { emptyStreamHead } from '../stream-head.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

const begin = { tenantId: tenant, subject, expected: emptyStreamHead, metadata };

async function storedRow(streamId: string): Promise<unknown> {
  const { rows } = await test.database.pool.query<{ subject: string | null; metadata: string }>(
    'SELECT subject, metadata FROM bank.event WHERE stream_id = $1 ORDER BY stream_version DESC LIMIT 1',
    [streamId],
  );
  return rows[0];
}

describe('the subject of a stream', () => {
  it('is stored with each of its events, and in the hashed metadata under its ordered key', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const traced = { ...metadata, traceparent: '00-1-2-01' };
    const events = [opened('Ada')];
    const { recorded } = await store.append(test.database, { ...begin, streamId, events, metadata: traced });
    const text = `{"actor":"user:1","causationId":"command-1","correlationId":"request-1","subject":"${subject}","traceparent":"00-1-2-01"}`;
    expect(await storedRow(streamId)).toEqual({ subject, metadata: text });
    expect(recorded).toMatchObject([{ subject, metadata: traced }]);
    expect(await store.readStream(test.database, streamId)).toEqual(recorded);
  });

  it('is left out of the metadata when there is none', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const events = [deposited(1)];
    const { recorded } = await store.append(test.database, { ...begin, subject: null, streamId, events });
    const text = '{"actor":"user:1","causationId":"command-1","correlationId":"request-1"}';
    expect(await storedRow(streamId)).toEqual({ subject: null, metadata: text });
    expect(await store.readStream(test.database, streamId)).toEqual(recorded);
    expect(recorded).toMatchObject([{ subject: null }]);
  });

  it('is stored with each of many events', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const events = Array.from({ length: 20 }, () => deposited(1));
    const { recorded } = await store.append(test.database, { ...begin, streamId, events });
    expect(await store.readStream(test.database, streamId)).toEqual(recorded);
  });

  it('comes with a load, from events and from a snapshot', async () => {
    const store = openStore(test);
    const streamId = newAccountStream();
    const snapshot = { shape: 'any', state: { balance: 0 } };
    const appended = await store.append(test.database, {
      ...begin,
      streamId,
      events: [opened('Ada'), noteTaken('likes tea')],
      snapshot,
    });
    const address = { tenantId: tenant, streamId };
    const [whole, short] = await Promise.all([
      store.loadStream(test.database, address),
      store.loadStream(test.database, address, 'any'),
    ]);
    expect(short.snapshot).toBeDefined();
    expect([whole.head, short.head]).toEqual([appended.head, appended.head]);
    expect(appended.head).toMatchObject({
      subject,
      publicVersion: 1,
      publicHash: appended.recorded[0]?.hash,
    });
  });

  it.each([null, 'org:demo/user/other'])(
    'is fixed by the first event: %j later is a mistake of the caller',
    async (other) => {
      const store = openStore(test);
      const streamId = newAccountStream();
      const { head: expected } = await store.append(test.database, {
        ...begin,
        streamId,
        events: [opened('Ada')],
      });
      const later = { ...begin, streamId, expected, events: [deposited(1)] };
      await expect(store.append(test.database, { ...later, subject: other })).rejects.toThrow(TypeError);
      await store.append(test.database, later);
    },
  );

  it("given none at first, can't be set later", async () => {
    const store = openStore(test);
    const request = { ...begin, streamId: newAccountStream(), events: [deposited(1)] };
    const { head: expected } = await store.append(test.database, { ...request, subject: null });
    await expect(store.append(test.database, { ...request, expected })).rejects.toThrow(TypeError);
  });

  it('is an id: an empty text is rejected', async () => {
    const request = { ...begin, subject: '', streamId: newAccountStream(), events: [deposited(1)] };
    await expect(openStore(test).append(test.database, request)).rejects.toThrow(TypeError);
  });

  it('given none, an event with personal fields is refused, and nothing is stored', async () => {
    const before = await countRows(test, 'bank.event');
    const request = { ...begin, subject: null, streamId: newAccountStream() };
    const append = openStore(test).append(test.database, {
      ...request,
      events: [deposited(1), opened('Ada')],
    });
    await expect(append).rejects.toThrow(TypeError);
    expect(await countRows(test, 'bank.event')).toBe(before);
  });
});
