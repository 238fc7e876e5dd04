// What counting a request for its limit costs, in memory and in Postgres.
import { performance } from 'node:perf_hooks';
import { loop, percentile } from './percentiles.mjs';
import { withStandalone } from './with-standalone.mjs';

const counts = 20_000;
const users = 1_000;
const seconds = Number(process.env.SVC_BENCH_SECONDS || 15) / 3;
const atOnce = 32;

export async function run(report) {
  const { createMemoryStore, createPostgresStore } = await import('@svc/rate-limits');
  const memory = createMemoryStore();
  await countOneByOne(memory);
  report({
    name: 'a count in memory',
    value: (((await countOneByOne(memory)).ms / counts) * 1_000).toFixed(2),
    unit: 'us',
  });
  await withStandalone('limits', async ({ connectionString }) => {
    const postgres = createPostgresStore({ connectionString, answerWithinMs: 10_000 });
    await countOneByOne(postgres, users);
    const { each } = await countOneByOne(postgres, users);
    report({
      name: 'a count in Postgres, alone, p50 / p99',
      value: `${percentile(each, 0.5).toFixed(2)} / ${percentile(each, 0.99).toFixed(2)}`,
      unit: 'ms',
    });
    const startsAtMs = Date.now();
    const { perSecond } = await loop(atOnce, seconds * 1_000, (user) => {
      const key = `GET /v1/:org/service/ user demo/${user}`;
      return async () => void (await postgres.add({ startsAtMs, key }, 1));
    });
    report({ name: `counts in Postgres, ${atOnce} at once`, value: Math.round(perSecond), unit: '/s' });
    await postgres.close();
  });
}

/** @returns {Promise<{ ms: number, each: number[] }>} of all together, and of each */
async function countOneByOne(store, times = counts) {
  const startsAtMs = Date.now() - (Date.now() % 60_000);
  const each = [];
  const startedAt = performance.now();
  for (let at = 0; at < times; at += 1) {
    const before = performance.now();
    await store.add({ startsAtMs, key: `GET /v1/:org/service/ user demo/${at % users}` }, 1);
    each.push(performance.now() - before);
  }
  return { ms: performance.now() - startedAt, each };
}
