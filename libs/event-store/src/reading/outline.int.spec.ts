import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@svc/testing';
import { deposited, noteTaken, opened } from '../../test/account.js';
import {
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

async function given() {
  const store = openStore(test);
  const streamId = newAccountStream();
  const events = [opened('Ada'), deposited(5), noteTaken('x'.repeat(9_000)), noteTaken('x'.repeat(90_000))];
  const stream = { tenantId: tenant, streamId, subject, expected: emptyStreamHead, metadata };
  await store.append(test.database, { ...stream, events });
  return { store, streamId, events };
}

describe('the outline of a stream', () => {
  it('says of each event what it is and how much is stored of it, also beside it', async () => {
    const { store, streamId } = await given();
    const outline = await store.outline(test.database, streamId, 'amount');
    expect(outline.map(({ version, type, text }) => [version, type, text])).toEqual([
      [1, 'AccountOpened', null],
      [2, 'MoneyDeposited', '5'],
      [3, 'NoteTaken', null],
      [4, 'NoteTaken', null],
    ]);
    const [name = 0, amount = 0, short = 0, long = 0] = outline.map(({ bytes }) => bytes);
    expect(amount).toBeLessThan(name);
    expect(short).toBeGreaterThan(9_000);
    expect(long).toBeGreaterThan(90_000);
    expect(long).toBeLessThan(200_000);
  });
});

describe('some events of a stream', () => {
  it('are read in its order, and no others', async () => {
    const { store, streamId, events } = await given();
    const read = await store.readVersions(test.database, streamId, [4, 2, 9]);
    expect(read.map(({ event }) => event)).toEqual([events[1], events[3]]);
  });
});
