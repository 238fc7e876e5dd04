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
import type { ReadNewestOptions } from './read-newest.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

const types = ['NoteTaken'];
const bounds: ReadNewestOptions = { types, limit: 10, mostBytes: 1_000_000, bytesOfLarge: 100_000 };

/** The first letters of the notes that were read. */
async function notes(
  lengths: readonly number[],
  changes: Partial<ReadNewestOptions>,
): Promise<readonly string[]> {
  const store = openStore(test);
  const streamId = newAccountStream();
  const texts = lengths.map((length, nth) => String.fromCharCode(97 + nth).repeat(length));
  const events = [opened('Ada'), ...texts.map((text) => noteTaken(text)), deposited(5)];
  const stream = { tenantId: tenant, streamId, subject, expected: emptyStreamHead, metadata };
  await store.append(test.database, { ...stream, events });
  const read = await store.readNewest(test.database, streamId, { ...bounds, ...changes });
  return read.map(({ event }) => (event.type === 'NoteTaken' ? event.data.text.slice(0, 1) : event.type));
}

describe('the newest events of some types', () => {
  it('are in the order of the stream, and no more than were asked for', async () => {
    expect(await notes([10, 10, 10], { limit: 2 })).toEqual(['b', 'c']);
  });

  it('end before one that the bytes do not hold, and begin no further back', async () => {
    expect(await notes([10, 9_000, 9_000], { mostBytes: 20_000 })).toEqual(['c']);
    expect(await notes([10, 9_000, 9_000], { mostBytes: 30_000 })).toEqual(['a', 'b', 'c']);
  });

  it('count what stands beside an event as the caller says', async () => {
    const lengths = [70_000, 70_000, 70_000];
    expect(await notes(lengths, { mostBytes: 200_000 })).toEqual(['b', 'c']);
    expect(await notes(lengths, { mostBytes: 300_000 })).toEqual(['a', 'b', 'c']);
  });

  it('are those that hold one of some values where that is asked for', async () => {
    const deposits = { types: ['MoneyDeposited'] };
    const having = (...isOneOf: readonly string[]) => ({ ...deposits, having: { name: 'amount', isOneOf } });
    expect(await notes([10], having('5', '6'))).toEqual(['MoneyDeposited']);
    expect(await notes([10], having('6'))).toEqual([]);
  });
});
