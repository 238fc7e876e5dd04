// What counting a request costs, in memory and in Postgres; and a read that is authenticated, limited and validated, through
// the standalone, beside a bare Fastify route that answers as many bytes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { loop, percentile } from './percentiles.mjs';
import { closeConnections, send } from './turn-client.mjs';
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
  await withStandalone('limits', async ({ standalone, connectionString }) => {
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
    await reads(standalone, report);
  });
  closeConnections();
}

async function reads(standalone, report) {
  const { org_id: org, user_id, api_key_id, api_key } = standalone.credentials();
  const base = `${standalone.baseUrl}/v1/${org}`;
  const headers = { 'x-api-key': api_key, 'x-api-key-id': api_key_id, 'x-user-id': user_id };
  const { id_token: token } = JSON.parse(await send(`${base}/user/signin_with_api_key`, { headers }));
  const read = () => send(`${base}/service/?limit=1`, { method: 'GET', token });
  const answer = await read();
  const bare = fork(new URL('./bare-read.mjs', import.meta.url), [String(answer.length)]);
  const [{ port }] = await once(bare, 'message');
  const reference = () => send(`http://127.0.0.1:${port}/read`, { method: 'GET', token });
  try {
    await perSecondOf(read);
    await perSecondOf(reference);
    const rounds = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push({ ours: await perSecondOf(read), theirs: await perSecondOf(reference) });
    rounds.sort((one, other) => one.ours / one.theirs - other.ours / other.theirs);
    const { ours, theirs } = rounds[1];
    report({
      name: `lists of services (authenticated, limited, validated; an RPC, a query), ${atOnce} at once`,
      value: ours,
      unit: '/s',
      reference: theirs,
      ratio: (ours / theirs).toFixed(2),
    });
  } finally {
    bare.kill();
  }
}

const perSecondOf = async (request) =>
  Math.round((await loop(atOnce, seconds * 1_000, () => request)).perSecond);

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
