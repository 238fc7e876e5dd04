import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@svc/testing';
import { deposited, noteTaken, opened } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  schema,
  subject,
  tenant,
} from '../../test/account-log.js';
import { linkHash } from '../hash-chain.js';
import { emptyStreamHead } from '../stream-head.js';
import { verifyStreams } from './verify-streams.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

async function fourEvents(): Promise<string> {
  const streamId = newAccountStream();
  const events = [opened('Ada'), noteTaken('likes tea'), deposited(1), deposited(2)];
  await openStore(test).append(test.database, {
    tenantId: tenant,
    subject,
    streamId,
    expected: emptyStreamHead,
    events,
    metadata,
  });
  return streamId;
}
const verify = (streamPrefix: string) => verifyStreams(test.database, schema, { streamPrefix });

/** Runs a change on version 3 of a fresh stream, and gives the faults that verification then finds in it. */
async function faultsAfter(change: string): Promise<readonly string[]> {
  const streamId = await fourEvents();
  const sql = `${change} WHERE stream_id = '${streamId}' AND stream_version = 3`;
  const { rowCount } = await test.database.pool.query(sql);
  expect(rowCount).toBe(1);
  const { violations } = await verify(streamId);
  return violations.map(({ streamVersion, reason }) => `${streamVersion}: ${reason}`);
}

const brokenLink = '3: the hash is not that of its content and the event before';

describe('the verification of streams', () => {
  it('given an untouched log, counts it in batches and finds no fault', async () => {
    for (let count = 0; count < 5; count++) await fourEvents();
    const progress: unknown[] = [];
    const report = await verifyStreams(test.database, schema, {
      batchSize: 7,
      onProgress: (soFar) => progress.push(soFar),
    });
    expect(report).toEqual({ streams: 5, events: 20, violations: [] });
    expect(progress).toEqual([
      { streams: 2, events: 7 },
      { streams: 4, events: 14 },
      { streams: 5, events: 20 },
    ]);
  });

  it.each([
    ['payload', `UPDATE bank.event SET payload = '{"amount":1000}'`],
    ['white space of the payload', `UPDATE bank.event SET payload = payload || ' '`],
    ['metadata', `UPDATE bank.event SET metadata = replace(metadata, 'user:1', 'user:2')`],
    ['type', `UPDATE bank.event SET event_type = 'MoneyTaken'`],
    ['event id', `UPDATE bank.event SET event_id = gen_random_uuid()`],
    ['schema version', `UPDATE bank.event SET schema_version = 2`],
    ['time', `UPDATE bank.event SET created_at = created_at + interval '1 millisecond'`],
    ['hash', `UPDATE bank.event SET hash = sha256(hash)`],
  ])('finds a changed %s', async (_what, change) => {
    expect(await faultsAfter(change)).toEqual([brokenLink]);
  });

  it('finds a time changed below the millisecond', async () => {
    const change = `UPDATE bank.event SET created_at = created_at + interval '1 microsecond'`;
    expect(await faultsAfter(change)).toEqual(['3: the time is not as it was written']);
  });

  it('finds a removed event', async () => {
    expect(await faultsAfter('DELETE FROM bank.event')).toEqual(['4: version 3 is missing before version 4']);
  });

  it('finds an event made private', async () => {
    const found = ['4: the version of the public event before is wrong'];
    expect(await faultsAfter('UPDATE bank.event SET is_public = false')).toEqual(found);
  });

  it('finds another version or hash of the public event before', async () => {
    const version = '3: the version of the public event before is wrong';
    expect(await faultsAfter('UPDATE bank.event SET previous_public_version = 2')).toEqual([version]);
    const hash = '3: the hash of the public event before is wrong';
    expect(await faultsAfter(`UPDATE bank.event SET previous_public_hash = sha256(hash)`)).toEqual([hash]);
  });

  it.each([`'org:demo/user/1'`, 'NULL'])('finds a subject set to %s', async (other) => {
    const found = ['3: the subject is not that of its metadata'];
    expect(await faultsAfter(`UPDATE bank.event SET subject = ${other}`)).toEqual(found);
  });

  it('finds a subject changed in column and metadata alike', async () => {
    const change = `UPDATE bank.event SET subject = 'org:demo/user/1', metadata = replace(metadata, subject, 'org:demo/user/1')`;
    expect(await faultsAfter(change)).toEqual([brokenLink]);
  });

  it('finds a stream that goes on with another subject, as only a writer of hashes can make it', async () => {
    const streamId = await fourEvents();
    const store = openStore(test);
    const { head } = await store.loadStream(test.database, { tenantId: tenant, streamId });
    const forged = { tenantId: tenant, streamId, subject: 'org:demo/user/1', metadata };
    const expected = { ...head, subject: forged.subject };
    await store.append(test.database, { ...forged, expected, events: [deposited(3)] });
    const reason = "the subject is not the stream's";
    expect((await verify(streamId)).violations).toEqual([{ streamId, streamVersion: 5, reason }]);
  });

  it('finds metadata that can not be read, though their hash is right', async () => {
    const streamId = await fourEvents();
    const [, , , last] = await openStore(test).readStream(test.database, streamId);
    if (!last) throw new TypeError('Four events have a fourth.');
    const { rows } = await test.database.pool.query<{ payload: string; before: Buffer }>(
      `SELECT payload, (SELECT hash FROM bank.event WHERE stream_id = $1 AND stream_version = 3) AS before
         FROM bank.event WHERE stream_id = $1 AND stream_version = 4`,
      [streamId],
    );
    const { payload = '', before = Buffer.alloc(0) } = rows[0] ?? {};
    const hash = linkHash(before, { ...last, eventType: last.event.type, payload, metadata: '{' });
    await test.database.pool.query(
      `UPDATE bank.event SET metadata = '{', hash = $2 WHERE stream_id = $1 AND stream_version = 4`,
      [streamId, hash],
    );
    const reason = 'the subject is not that of its metadata';
    expect((await verify(streamId)).violations).toEqual([{ streamId, streamVersion: 4, reason }]);
  });

  it('finds an event given to another tenant', async () => {
    const found = ["3: the tenant org:other is not the stream's"];
    expect(await faultsAfter(`UPDATE bank.event SET tenant_id = 'org:other'`)).toEqual(found);
  });

  it.each([
    ['of no event', 'stream_version = stream_version + 1'],
    ['of an event with another hash', `event_hash = sha256(event_hash)`],
    ['given to another tenant', `tenant_id = 'org:other'`],
  ])('finds a snapshot %s', async (_what, change) => {
    const streamId = newAccountStream();
    const request = { tenantId: tenant, subject, streamId, expected: emptyStreamHead, metadata };
    const snapshot = { shape: 'any', state: {} };
    await openStore(test).append(test.database, { ...request, events: [opened('Ada')], snapshot });
    expect((await verify(streamId)).violations).toEqual([]);
    await test.database.pool.query(`UPDATE bank.snapshot SET ${change} WHERE stream_id = '${streamId}'`);
    const reason = 'the snapshot does not match the event that it names';
    expect((await verify(streamId)).violations).toMatchObject([{ streamId, reason }]);
  });

  it('judges only the streams that were asked for', async () => {
    const sound = await fourEvents();
    expect(await verify(sound)).toEqual({ streams: 1, events: 4, violations: [] });
    expect((await verify('org:demo/')).violations.length).toBeGreaterThan(1);
    expect(await verify('org:nobody/')).toEqual({ streams: 0, events: 0, violations: [] });
  });
});
