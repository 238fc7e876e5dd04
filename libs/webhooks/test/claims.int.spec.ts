import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { claimsOf, claimStatement, type ClaimRequest } from '../src/delivery/claim-statement.js';
import { recordStatement } from '../src/delivery/record-statement.js';
import { webhooksContext } from '../src/index.js';

const nowMs = Date.UTC(2026, 0, 1);
const lostAfterMs = 30_000;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ migrations: webhooksContext.migrations });
});
afterAll(() => testDatabase.drop());
afterEach(() => testDatabase.database.pool.query('TRUNCATE webhooks.pending_delivery'));

/** So many of each destination: `a1`, `a2` … of `a`, the longest due first. */
async function pending(counts: Readonly<Record<string, number>>, ahead = 0): Promise<void> {
  for (const [destinationId, count] of Object.entries(counts))
    await testDatabase.database.pool.query(
      `INSERT INTO webhooks.pending_delivery
         (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, is_original, created_at, due_at)
       SELECT $1 || n, 'org:demo', $1, 't', $1 || n, '{}', true, $3, $3::timestamptz + (n - 1000 + $4) * interval '1 ms'
         FROM generate_series(1, $2::integer) AS n`,
      [destinationId, count, new Date(nowMs).toISOString(), ahead],
    );
}

/** @returns the claimed deliveries, and where the next claim continues */
async function claim(request: Partial<ClaimRequest> = {}) {
  const { room = 100, nowMs: atMs = nowMs } = request;
  const statement = claimStatement({
    after: '',
    rooms: new Map(),
    firstRoom: 8,
    maxRoom: 32,
    nowMs: atMs,
    lostAtMs: atMs + lostAfterMs,
    ...request,
    room,
  });
  const { rows } = await testDatabase.database.query(statement);
  const { deliveries, after } = claimsOf(rows, room);
  return { deliveries, ids: deliveries.map(({ deliveryId }) => deliveryId).sort(), after };
}

describe('a claim', () => {
  it('given more due deliveries than room, then it takes the first of each destination before the second of any', async () => {
    await pending({ a: 9, b: 1, c: 2 });
    expect((await claim({ room: 4 })).ids).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('given room for one at a time, then each destination gets its turn, however many the others have', async () => {
    await pending({ a: 9, b: 9, c: 9 });
    const served: string[] = [];
    for (let after = ''; served.length < 6;) {
      const claimed = await claim({ room: 1, after });
      served.push(...claimed.ids);
      ({ after } = claimed);
    }
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  });

  it('then it takes no more of a destination than the room of that', async () => {
    await pending({ a: 9, b: 9, c: 9 });
    const rooms = new Map([
      ['a', 0],
      ['b', 3],
    ]);
    expect((await claim({ rooms, firstRoom: 2 })).ids).toEqual(['b1', 'b2', 'b3', 'c1', 'c2']);
  });

  it('then it skips what is not due, and what another has claimed and not lost', async () => {
    await pending({ a: 2 });
    await pending({ b: 2 }, 1_000);
    expect((await claim()).ids).toEqual(['a1', 'a2']);
    expect((await claim({ nowMs: nowMs + lostAfterMs - 1 })).ids).toEqual(['b1', 'b2']);
    expect((await claim({ nowMs: nowMs + lostAfterMs })).ids).toEqual(['a1', 'a2']);
  });

  it('given more destinations than it looks at, then the next one looks at the others', async () => {
    await pending(Object.fromEntries(Array.from({ length: 260 }, (_each, n) => [`d${n + 1_000}-`, 1])));
    const first = await claim({ room: 500 });
    const second = await claim({ room: 500, after: first.after });
    expect([first.ids.length, second.ids.length, second.after]).toEqual([256, 4, '']);
  });

  it.each(['retry', 'success'] as const)(
    'when it was lost and another has claimed the delivery, then a late %s of the first is ignored',
    async (kind) => {
      await pending({ a: 1 });
      const [lost] = (await claim()).deliveries;
      const [present] = (await claim({ nowMs: nowMs + lostAfterMs })).deliveries;
      if (!lost || !present) throw new Error('Nothing was claimed.');
      const outcome = { kind, attempts: [], dueAtMs: nowMs };
      await testDatabase.database.query(recordStatement([{ delivery: lost, outcome }], nowMs));
      expect((await claim({ nowMs: nowMs + lostAfterMs })).ids).toEqual([]);
      const retry = { kind: 'retry', attempts: [], dueAtMs: nowMs } as const;
      await testDatabase.database.query(recordStatement([{ delivery: present, outcome: retry }], nowMs));
      expect((await claim({ nowMs })).ids).toEqual(['a1']);
    },
  );
});
