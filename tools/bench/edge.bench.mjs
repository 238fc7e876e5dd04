// What passing the edge costs: sign-ins, the first and later uses of tokens and of workspace keys, and reads that are
// authenticated, limited and validated, each compared with a bare Fastify route that returns as many bytes.
import { loop, percentile } from './percentiles.mjs';
import { compareReads } from './reads-beside-bare.mjs';
import { closeConnections, send, sendJson } from './turn-client.mjs';
import { withStandalone } from './with-standalone.mjs';

const seconds = Number(process.env.SVC_BENCH_SECONDS || 15) / 3;
const atOnce = 32;
/** A workspace may have 100 keys. */
const credentials = 99;

export async function run(report) {
  await withStandalone('edge', async ({ standalone }) => {
    const { base_url: server, org_id: org, user_id, api_key_id, api_key } = standalone.credentials();
    const api = `${server}/v1/${org}`;
    const headers = { 'x-api-key': api_key, 'x-api-key-id': api_key_id, 'x-user-id': user_id };
    const signIn = async () =>
      JSON.parse(await send(`${api}/user/signin_with_api_key`, { headers })).id_token;
    const token = await signIn();
    const post = async (path, body) => JSON.parse(await sendJson(`${server}${path}`, token, body));
    const { id: workspace } = await post('/v1/me/workspaces', { slug: 'bench', name: 'Bench' });
    const keysUrl = `/v1/${workspace}/api-keys`;
    const newKey = async () => (await post(keysUrl, { duration_days: 1, role: 'admin' })).api_key;
    const key = await newKey();

    await signIns(signIn, report);
    const catalog = (bearer) =>
      send(`${server}${keysUrl}/permission-catalog`, { method: 'GET', token: bearer });
    await firstUses('token', await several(signIn), catalog, report);
    await firstUses('workspace key', await several(newKey), catalog, report);
    const read = (path, bearer) => ({ url: `${server}${path}`, token: bearer });
    await compareReads(
      [
        { name: 'permission catalog (no call of a service)', ...read(`${keysUrl}/permission-catalog`, key) },
        { name: 'organization (a call, a query)', ...read(`/v1/${org}/organization/`, token) },
        { name: 'list of services (a call, two queries)', ...read(`/v1/${org}/service/?limit=1`, token) },
      ],
      { pid: standalone.pid, seconds, atOnce },
      report,
    );
  });
  closeConnections();
}

async function signIns(signIn, report) {
  await loop(1, seconds * 500, () => signIn);
  for (const workers of [1, atOnce]) {
    const { durations, perSecond } = await loop(workers, seconds * 1_000, () => signIn);
    const name = `sign-in with an API key, ${workers} at once`;
    report({ name: `${name}, p50 / p99`, value: quantiles(durations), unit: 'ms' });
    report({ name, value: Math.round(perSecond), unit: '/s' });
  }
}

/**
 * The same request with each of the credentials, twice: what the gateway does not know yet it verifies, a token by its
 * signature, a key by asking identity.
 */
async function firstUses(kind, given, request, report) {
  const durations = { first: [], second: [] };
  for (const credential of given) {
    for (const use of ['first', 'second']) {
      const before = performance.now();
      await request(credential);
      durations[use].push(performance.now() - before);
    }
  }
  for (const [use, each] of Object.entries(durations)) {
    const name = `request with a ${kind}, ${use} time it comes, p50 / p99 of ${given.length}`;
    report({ name, value: quantiles(each), unit: 'ms' });
  }
}

async function several(make) {
  const made = [];
  for (let at = 0; at < credentials; at += 1) made.push(await make());
  return made;
}

function quantiles(durations) {
  return [0.5, 0.99].map((part) => percentile(durations, part).toFixed(2)).join(' / ');
}
