import { permissionNames } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { createPostgresStore, type RateLimitStore } from '@svc/rate-limits';
import { createTestDatabase } from '@svc/testing';
import { gatewayRoutes } from '../src/controllers.js';
import { parseLimitOverrides, type LimitOverrides } from '../src/limits/limit-overrides.js';
import { answeringIdentity } from './answering-identity.js';
import { outcomeOf } from './answers.js';
import { accessWith, startTestGateway, type Script, type TestGateway } from './harness.js';

function limitsOf(limits: Readonly<Record<string, number>>): LimitOverrides {
  const overrides = parseLimitOverrides(JSON.stringify(limits), gatewayRoutes);
  if (typeof overrides === 'string') throw new Error(overrides);
  return overrides;
}

let gateways: TestGateway[] = [];
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  gateways = [];
});

const page = { hasMore: false, nextOffset: undefined };

async function start(script: Script = {}): Promise<TestGateway> {
  const gateway = await startTestGateway({
    rateLimits: { overrides: limitsOf({}), failedAuthentications: 1_000 },
    agents: { listServices: () => Promise.resolve({ services: [], page, filterValues: undefined }) },
    ...script,
    identity: { ...answeringIdentity, ...script.identity },
  });
  gateways.push(gateway);
  return gateway;
}

type Headers = Readonly<Record<string, string>>;
const get = async ({ url }: TestGateway, path: string, headers: Headers = {}) =>
  fetch(`${url}/v1/demo/${path}`, { headers });
const signIn = ({ url }: TestGateway, headers: Headers = {}) =>
  fetch(`${url}/v1/demo/user/signin_with_api_key`, {
    method: 'POST',
    headers: { 'x-api-key': 'secret', 'x-api-key-id': 'i', 'x-user-id': 'ada', ...headers },
  });

/** The statuses of so many requests, sent one by one. */
async function statuses(count: number, send: () => Promise<Response>): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let request = 0; request < count; request++) {
    const response = await send();
    await response.text();
    seen.push(response.status);
  }
  return seen;
}

describe('the limit of a route', () => {
  it('is its declared one, for each user, until the minute is over', async () => {
    const gateway = await start();
    gateway.clock.nowMs += 18_500;
    const ada = await gateway.bearer({ userId: 'ada' });
    expect(await statuses(10, () => get(gateway, 'organization/api_key/', ada))).toEqual(Array(10).fill(200));

    const refused = await get(gateway, 'organization/api_key', ada);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect([...refused.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    expect(await outcomeOf(refused)).toEqual([429, 'rate_limited']);

    const grace = await gateway.bearer({ userId: 'grace' });
    expect((await get(gateway, 'organization/api_key/', grace)).status).toBe(200);
    expect((await get(gateway, 'role/', ada)).status).toBe(200);
    gateway.clock.nowMs += 41_500;
    expect((await get(gateway, 'organization/api_key/', ada)).status).toBe(200);
  });

  it('can be configured, and is shared by a user across organizations', async () => {
    const gateway = await start({
      rateLimits: { overrides: limitsOf({ 'GET /v1/{org}/role': 2 }), failedAuthentications: 1_000 },
    });
    const atHome = await gateway.bearer({ orgId: 'demo', userId: 'ada' });
    const entered = () =>
      fetch(`${gateway.url}/v1/clinic/role/`, { headers: { ...atHome, 'x-org-id': 'demo' } });
    expect(await statuses(1, () => get(gateway, 'role/', atHome))).toEqual([200]);
    expect(await statuses(2, entered)).toEqual([200, 429]);
    const namesake = await gateway.bearer({ orgId: 'clinic', userId: 'ada' });
    const response = await fetch(`${gateway.url}/v1/clinic/role/`, { headers: namesake });
    expect(response.status).toBe(200);
  });

  it('also counts rejected requests, and is checked after the credential', async () => {
    const access = accessWith(permissionNames.filter((name) => name !== 'Role:CreateRole'));
    const gateway = await start({
      rateLimits: { overrides: limitsOf({ '*': 2 }), failedAuthentications: 1_000 },
      identity: { getAccess: () => Promise.resolve(access) },
    });
    const create = async () => gateway.call('POST', '/v1/demo/role/', {});
    expect(await statuses(3, create)).toEqual([403, 403, 429]);
    const expired = await gateway.bearer({ expiresInMs: -1 });
    expect((await get(gateway, 'role/', expired)).status).toBe(401);
  });
});

describe('who is not signed in', () => {
  const overrides = limitsOf({ 'GET /v1/{org}/organization/': 2 });

  it('is counted by the address of the peer, whatever the request claims', async () => {
    const gateway = await start({ rateLimits: { overrides, failedAuthentications: 1_000 } });
    const from = (address: string) => get(gateway, 'organization/', { 'x-forwarded-for': address });
    expect(await statuses(2, () => from('203.0.113.1'))).toEqual([200, 200]);
    const refused = await from('203.0.113.2');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await outcomeOf(refused)).toEqual([429, 'rate_limited']);
    expect((await get(gateway, 'organization/', await gateway.bearer())).status).toBe(200);
  });

  it('is counted by the address that a trusted proxy names', async () => {
    const gateway = await start({
      rateLimits: { overrides, failedAuthentications: 1_000 },
      trustedProxies: ['127.0.0.0/8'],
    });
    const from = (address: string) => get(gateway, 'organization/', { 'x-forwarded-for': address });
    expect(await statuses(3, () => from('203.0.113.1'))).toEqual([200, 200, 429]);
    // The address before the proxy counts: clients can forge the ones further ahead.
    expect(await statuses(1, () => from('198.51.100.9, 203.0.113.1'))).toEqual([429]);
    expect(await statuses(1, () => from('203.0.113.2'))).toEqual([200]);
  });

  it('may read public data far more often than change anything', async () => {
    const gateway = await start();
    const read = () => fetch(`${gateway.url}/.well-known/jwks.json`);
    expect(new Set(await statuses(600, read))).toEqual(new Set([200]));
    expect((await read()).status).toBe(429);
  });
});

describe('failed authentication', () => {
  const rateLimits = { overrides: limitsOf({}), failedAuthentications: 3 };

  it('is counted by address, and locks out nobody with a valid credential', async () => {
    const gateway = await start({ rateLimits });
    const garbage = () => get(gateway, 'role/', { authorization: 'Bearer x' });
    expect(await statuses(2, garbage)).toEqual([401, 401]);
    const stranger = await gateway.bearer({ orgId: 'other' });
    expect(await statuses(2, () => get(gateway, 'role/', stranger))).toEqual([404, 429]);
    expect(await outcomeOf(await garbage())).toEqual([429, 'rate_limited']);
    expect((await get(gateway, 'role/', await gateway.bearer())).status).toBe(200);
  });

  it('by an API key is limited also for concurrent attempts; a success is not counted', async () => {
    let asked = 0;
    const gateway = await start({
      rateLimits,
      identity: {
        signInWithApiKey: ({ apiKey }) => {
          asked += 1;
          if (apiKey !== 'secret') throw new DomainError('unauthenticated', 'Wrong key.');
          return Promise.resolve({ idToken: 'a.b.c', expiresAtMs: 0 });
        },
      },
    });
    expect(await statuses(5, () => signIn(gateway))).toEqual(Array(5).fill(200));
    asked = 0;
    const guesses = Array.from({ length: 8 }, (_, guess) =>
      signIn(gateway, { 'x-api-key': `guess ${guess}` }),
    );
    const seen = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(seen).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
    expect(asked).toBe(3);
  });
});

describe('sign-in', () => {
  it('is limited per credential: nobody uses up the limit of another one with wrong keys', async () => {
    const gateway = await start();
    expect(await statuses(6, () => signIn(gateway, { 'x-api-key': 'wrong' }))).toEqual([
      ...Array<number>(5).fill(200),
      429,
    ]);
    expect(await statuses(6, () => signIn(gateway))).toEqual([...Array<number>(5).fill(200), 429]);
    expect((await signIn(gateway, { 'x-user-id': 'grace' })).status).toBe(200);
  });
});

describe('several gateways', () => {
  it('with a shared store count together', async () => {
    const server = await createTestDatabase();
    try {
      const storeOf = () =>
        createPostgresStore({ connectionString: server.connectionString, answerWithinMs: 30_000 });
      const rateLimits = { overrides: limitsOf({ 'GET /v1/{org}/role/': 3 }), failedAuthentications: 10 };
      const one = await start({ rateLimits, rateLimitStore: storeOf() });
      const other = await start({ rateLimits, rateLimitStore: storeOf() });
      const ada = await one.bearer({ userId: 'ada' });
      expect(await statuses(2, () => get(one, 'role/', ada))).toEqual([200, 200]);
      expect(await statuses(2, () => get(other, 'role/', ada))).toEqual([200, 429]);
      expect(await statuses(1, () => get(one, 'role/', ada))).toEqual([429]);
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      gateways = [];
    } finally {
      await server.drop();
    }
  });
});

describe('while the store is away', () => {
  let isAway = true;
  let asked = 0;
  const store: RateLimitStore = {
    add: () => {
      asked += 1;
      return isAway ? Promise.reject(new Error('no connection')) : Promise.resolve(1_000);
    },
    close: () => Promise.resolve(),
  };

  it('sign-in gets 503 and all else is served, uncounted and reported; then it is tried again', async () => {
    const gateway = await start({ rateLimitStore: store });
    const refused = await signIn(gateway);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await outcomeOf(refused)).toEqual([503, 'service_unavailable']);
    const ada = await gateway.bearer();
    expect(await statuses(20, () => get(gateway, 'organization/api_key/', ada))).toEqual(Array(20).fill(200));
    expect((await gateway.call('POST', '/v1/demo/role/ops/assign', { user_id: 'u' })).status).toBe(200);
    expect((await get(gateway, 'organization/')).status).toBe(200);
    expect((await get(gateway, 'role/', { authorization: 'Bearer x' })).status).toBe(401);
    expect(asked).toBe(1);
    expect(await gateway.metrics.expose()).toMatch(/rate_limit_uncounted_total(\{.*\})? 24/);

    isAway = false;
    gateway.clock.nowMs += 1_000;
    expect((await get(gateway, 'organization/api_key/', ada)).status).toBe(429);
    expect(asked).toBe(2);
    expect(await gateway.metrics.expose()).toMatch(
      /http_requests_rate_limited_total\{counted_for="caller".*\} 1/,
    );
  });
});
