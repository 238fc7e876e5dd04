import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Statement } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { createAccountDatabase, schema } from '../../test/account-log.js';
import type { LogFilter } from './log-filter.js';
import { logStart } from './read-log.js';
import { readLogPageStatement } from './read-log-page.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(`
    INSERT INTO bank.event (tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version, is_public,
                            previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
    SELECT 'org:demo', 'org:demo/account/' || n / 20, NULL, n % 20 + 1, 'MoneyDeposited', gen_random_uuid(), 1, true, 0,
           sha256(''), '{"amount":1}', '{}', now(), sha256('')
      FROM generate_series(0, 29999) AS n;
    ANALYZE bank.event`);
});
afterAll(() => test.drop());

const partitions = [0, 1, 2, 3];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plan that all values share, which connections keep, run with these ones. */
async function planOf({ text, values }: Statement): Promise<readonly PlanNode[]> {
  const client = await test.database.pool.connect();
  try {
    await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE page AS ${text}`);
    const literals = values.map((value) => {
      if (Array.isArray(value)) return `ARRAY['${value.join("','")}']`;
      return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
    });
    const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${literals.join(', ')})`,
    );
    return nodesOf(explained.rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode);
  } finally {
    client.release(true);
  }
}

describe('a page of a log of 30,000 events', () => {
  const filters: readonly [string, LogFilter, number][] = [
    ['all events', {}, 200],
    ['one type', { types: ['MoneyDeposited'] }, 201],
    ['a type that does not occur', { types: ['NoteTaken'] }, 1_000],
    ['public events', { publicOnly: true }, 201],
  ];
  it.each(filters)(
    'given a filter for %s, is read along the order, and not beyond its bounds',
    async (_name, filter, most) => {
      for (const after of [logStart, { epoch: 1, transactionId: 1n, position: 1n }]) {
        const nodes = await planOf(readLogPageStatement(schema, after, filter));
        const scans = nodes.filter(
          (node) => node['Node Type'].includes('Scan') && node['Index Name'] !== undefined,
        );
        expect(scans.map((node) => node['Index Name'])).toEqual(
          partitions.map((nth) => `event_order_${nth}`),
        );
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
        // A merge knows the next one of each partition, and has asked for one more.
        const read = scans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0);
        expect(read).toBeLessThanOrEqual(most + partitions.length - 1);
      }
    },
  );
});
