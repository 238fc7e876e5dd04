import type { Statement } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { claimStatement } from '../src/delivery/claim-statement.js';
import { recordStatement } from '../src/delivery/record-statement.js';
import { webhooksContext } from '../src/index.js';

const nowMs = Date.now();
const queueLength = 20_000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ migrations: webhooksContext.migrations });
  // A queue may fill before autovacuum looks at it again.
  await test.database.pool.query('ALTER TABLE webhooks.pending_delivery SET (autovacuum_enabled = off)');
});
afterAll(() => test.drop());

const claim = claimStatement({
  after: '',
  rooms: new Map([['busy', 16]]),
  firstRoom: 8,
  maxRoom: 32,
  room: 512,
  nowMs,
  lostAtMs: nowMs + 30_000,
});
const record = recordStatement(
  Array.from({ length: 16 }, (_each, number) => ({
    delivery: {
      deliveryId: String(number),
      destinationId: 'busy',
      secretId: null,
      idempotencyKey: '',
      body: '',
      sequenceNumber: null,
      claim: 1,
      createdAtMs: nowMs,
      attempts: [],
    },
    outcome: { kind: 'success', attempts: [] },
  })),
  nowMs,
);

/**
 * A connection keeps one generic plan of a prepared statement, or makes a custom one for each set of values, as it
 * decides.
 */
type Plan = 'generic' | 'custom';

const fill = `
INSERT INTO webhooks.pending_delivery (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, is_original, created_at, due_at)
SELECT number::text, 'org:demo', 'busy', 'api-key-expiration-soon', number::text, repeat('a', 300), true, now(), $1
  FROM generate_series(1, ${queueLength}) AS number`;

/** The plan nodes that read the queue, for a statement that this connection has run while the queue was empty. */
async function waysIntoQueue({ text, values }: Statement, plan: Plan): Promise<readonly string[]> {
  const client = await test.database.pool.connect();
  try {
    await client.query('TRUNCATE webhooks.pending_delivery');
    await client.query(`SET plan_cache_mode = force_${plan}_plan; PREPARE asked AS ${text}`);
    const execute = `EXECUTE asked (${values.map(literalOf).join(', ')})`;
    await client.query(execute);
    await client.query(fill, [new Date(nowMs - 1_000)]);
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (FORMAT JSON) ${execute}`,
    );
    return nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode)
      .filter((node) => node['Relation Name'] === 'pending_delivery')
      .map((node) => node['Node Type'])
      .filter((type) => type.includes('Scan'));
  } finally {
    client.release(true);
  }
}

/** Untyped, so that each has the type of its parameter. */
function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  return Array.isArray(value)
    ? `'{${value.map((each) => JSON.stringify(each)).join(',')}}'`
    : `'${value as string}'`;
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('a queue that has filled since its statements first ran', () => {
  it.each([
    ['claims', claim],
    ['records', record],
  ])('is read by index by %s, with either kind of plan', async (_what, statement) => {
    const kept: readonly Plan[] = statement.isPlannedAnew ? [] : ['generic'];
    const ways: string[] = [];
    for (const plan of [...kept, 'custom' as const]) ways.push(...(await waysIntoQueue(statement, plan)));
    expect(ways.length).toBeGreaterThan(0);
    expect(ways.filter((way) => way !== 'Index Scan' && way !== 'Index Only Scan')).toEqual([]);
  });
});
