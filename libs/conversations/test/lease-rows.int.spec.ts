import type { SqlFragment } from '@svc/event-store';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { conversationsContext } from '../src/index.js';
import {
  endExpiredLease,
  findExpiredLeases,
  findLease,
  releaseLease,
  renewLeases,
  takeLease,
  takeOverLease,
  type Lease,
} from '../src/lease/lease-rows.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ migrations: conversationsContext.migrations });
});
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE conversations.lease');
});
afterAll(() => test.drop());

const mine: Lease = {
  tenantId: 'org:demo',
  conversationId: 'c1',
  interactionId: 'i1',
  owner: 'host-1',
  fence: 2,
};
const theirs: Lease = { ...mine, tenantId: 'org:other' };

/** How many rows a fragment changes when it runs separately. */
async function run({ text, values }: SqlFragment): Promise<number | null> {
  return (await test.database.pool.query(text, [...values])).rowCount;
}
async function take(lease: Lease, expiresIn: string): Promise<void> {
  await run(takeLease(lease));
  await test.database.pool.query(
    `UPDATE conversations.lease SET expires_at = clock_timestamp() + $1::interval
      WHERE tenant_id = $2 AND conversation_id = $3`,
    [expiresIn, lease.tenantId, lease.conversationId],
  );
}

describe('a lease of another tenant on a conversation with the same id', () => {
  it('is not found', async () => {
    await take(theirs, '30 seconds');
    expect(await findLease(test.database, mine)).toBeUndefined();
  });

  it('does not block', async () => {
    await take(theirs, '30 seconds');
    expect(await run(takeLease(mine))).toBe(1);
  });

  it('is not renewed', async () => {
    await take(theirs, '-1 seconds');
    expect(await renewLeases(test.database, [mine])).toEqual([]);
    expect(await findLease(test.database, theirs)).toMatchObject({ isExpired: true });
  });

  it.each([
    ['released', releaseLease(mine)],
    ['ended', endExpiredLease(mine)],
    ['taken over', takeOverLease(mine, { ...mine, fence: 7 })],
  ])('is not %s', async (_what, fragment) => {
    await take(theirs, '-1 seconds');
    expect(await run(fragment)).toBe(0);
    expect(await findLease(test.database, theirs)).toMatchObject(theirs);
  });
});

describe('a lease that expired and was taken over since it was found', () => {
  const later = { ...mine, interactionId: 'i2', owner: 'host-2', fence: 5 };

  it.each([
    ['ended', endExpiredLease(mine)],
    ['taken over', takeOverLease(mine, { ...mine, fence: 7 })],
    ['released', releaseLease(mine)],
  ])('is not %s, although it has run out again', async (_what, fragment) => {
    await take(later, '-1 seconds');
    expect(await run(fragment)).toBe(0);
    expect(await findLease(test.database, mine)).toMatchObject(later);
  });
});

it('given more expired leases than asked for, returns those that expired first', async () => {
  for (const [index, age] of ['-2 seconds', '-3 seconds', '-1 seconds', '30 seconds'].entries()) {
    await take({ ...mine, conversationId: `c${index}` }, age);
  }
  const found = await findExpiredLeases(test.database, 2);
  expect(found.map(({ conversationId }) => conversationId)).toEqual(['c1', 'c0']);
});

describe('the renewal of leases', () => {
  it('given one whose turn is just being ended, renews the others, and reports none as lost', async () => {
    const ending = { ...mine, conversationId: 'c2' };
    await take(mine, '3 seconds');
    await take(ending, '3 seconds');
    await test.database.transaction(async (tx) => {
      await tx.query({ ...releaseLease(ending), name: 'test.release' });
      expect(await renewLeases(test.database, [mine, ending])).toEqual([mine, ending]);
    });
    const { rows } = await test.database.pool.query<{ left: number }>(
      'SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 AS left FROM conversations.lease',
    );
    expect(rows).toEqual([{ left: expect.closeTo(30, -1) }]);
    expect(await renewLeases(test.database, [mine, ending])).toEqual([mine]);
  });
});
