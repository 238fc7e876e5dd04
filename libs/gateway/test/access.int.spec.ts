import { createHmac, generateKeyPairSync } from 'node:crypto';
import { formatApiKey } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { SignJWT } from 'jose';
import { jsonOf } from './answers.js';
import { accessWith, jwk, keyPair, startTestGateway, type TestGateway } from './harness.js';

const noServices = { services: [], page: { hasMore: false, nextOffset: undefined }, filterValues: undefined };
const path = '/v1/demo/service/';

let gateway: TestGateway;
let access = accessWith();
let asked: number;
let failing = false;
const callers: unknown[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      getAccess: () => {
        asked += 1;
        if (failing) throw new DomainError('service_unavailable', 'Not now.');
        return Promise.resolve(access);
      },
      assignRole: () => Promise.resolve({ roleId: 'role-2' }),
      deleteUser: () => Promise.resolve({}),
      deleteApiKey: ({ apiKeyId }) => Promise.resolve({ apiKeyId }),
    },
    agents: {
      listServices: ({ caller }) => {
        callers.push(caller);
        return Promise.resolve(noServices);
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  asked = 0;
  access = accessWith();
  failing = false;
  callers.length = 0;
  // Later than the expiry of every entry of an earlier test.
  gateway.clock.nowMs += 120_000;
});

const get = (authorization?: string, url = path) =>
  fetch(`${gateway.url}${url}`, authorization === undefined ? {} : { headers: { authorization } });
const outcome = async (response: Response) => [response.status, (await jsonOf(response))['error_code']];

describe('a signed-in user', () => {
  it('is authenticated by bearer token or by the Basic form', async () => {
    const token = await gateway.token();
    const basic = Buffer.from(`demo_user-1:${token}`).toString('base64');

    expect((await get(`Bearer ${token}`)).status).toBe(200);
    expect((await get(`bearer ${token}`)).status).toBe(200);
    expect((await get(`Basic ${basic}`)).status).toBe(200);
  });

  it('reaches the service with only the grants that the route asks for', async () => {
    await get(`Bearer ${await gateway.token()}`);
    expect(callers).toEqual([
      {
        tenantId: 'org:demo',
        orgId: 'demo',
        userId: 'user-1',
        roleId: 'role-1',
        roleName: 'DefaultAdministratorRole',
        displayName: 'Ada',
        withOwnKey: true,
        grants: [{ permissionName: 'Service:GetService', conditions: {} }],
      },
    ]);
  });

  it('without the permission gets a filtered list, and 403 for a single object', async () => {
    access = accessWith([]);
    const list = await gateway.call('GET', path);
    const single = await gateway.call('POST', '/v1/demo/user/someone', { first_name: 'A' });

    expect(list.status).toBe(200);
    expect(callers).toMatchObject([{ grants: [] }]);
    expect(await outcome(single)).toEqual([403, 'permission_denied']);
  });

  it('is looked up once in 5 s, however many requests come', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    await Promise.all([get(authorization), get(authorization), get(authorization)]);
    gateway.clock.nowMs += 4_999;
    await get(authorization);
    expect(asked).toBe(1);

    gateway.clock.nowMs += 1;
    await get(authorization);
    expect(asked).toBe(2);
  });

  it('is rejected at once when the user or key is gone, 5 s after the last lookup', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    expect((await get(authorization)).status).toBe(200);
    access = { ...access, active: false };
    gateway.clock.nowMs += 5_000;
    expect(await outcome(await get(authorization))).toEqual([401, 'unauthenticated']);
  });

  it('is rejected at once also when the clock was set back since the last lookup', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    expect((await get(authorization)).status).toBe(200);
    access = { ...access, active: false };
    gateway.clock.nowMs -= 60_000;
    expect(await outcome(await get(authorization))).toEqual([401, 'unauthenticated']);
    gateway.clock.nowMs += 60_000;
  });

  it.each([
    ['role', 'POST', '/v1/demo/role/Some/assign', { user_id: 'user-1' }],
    ['user', 'DELETE', '/v1/demo/user/user-2', undefined],
    ['key', 'DELETE', '/v1/demo/organization/api_key/key-1/', undefined],
  ] as const)(
    'feels the change of a %s with the next request when this gateway passed the change on',
    async (_what, method, url, body) => {
      const authorization = `Bearer ${await gateway.token()}`;
      await get(authorization);
      const changed = await gateway.call(method, url, body);
      expect(changed.ok).toBe(true);
      await get(authorization);
      expect(asked).toBe(2);
    },
  );

  it('is not locked out for 5 s by a failed lookup', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    failing = true;
    expect(await outcome(await get(authorization))).toEqual([503, 'service_unavailable']);
    failing = false;
    expect((await get(authorization)).status).toBe(200);
  });

  it('is rejected when the token expires, though it was valid before', async () => {
    const authorization = `Bearer ${await gateway.token({ expiresInMs: 2_000 })}`;
    expect((await get(authorization)).status).toBe(200);
    gateway.clock.nowMs += 2_000;
    const response = await get(authorization);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await outcome(response)).toEqual([401, 'token_expired']);
  });
});

describe('an invalid credential', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => ({
    iss: 'https://svc.test',
    sub: 'user-1',
    org: 'demo',
    api_key_id: 'api-key-1',
    iat: Math.floor(gateway.clock.nowMs / 1000),
    exp: Math.floor(gateway.clock.nowMs / 1000) + 3_600,
  });
  const unsigned = (header: object) => `${encode(header)}.${encode(claims())}`;
  const other = generateKeyPairSync('ed25519').privateKey;

  const cases: [string, () => string | undefined | Promise<string>][] = [
    ['nothing', () => undefined],
    ['another scheme', () => 'Digest x'],
    ['an empty bearer', () => 'Bearer '],
    ['no token', () => 'Bearer hello'],
    ['an API key', () => `Bearer ${formatApiKey(new Uint8Array(32))}`],
    ['a token without signature', () => `Bearer ${unsigned({ alg: 'none', kid: 'key-1' })}.`],
    [
      'a token signed with the public key as secret',
      () => {
        const text = unsigned({ alg: 'HS256', kid: 'key-1' });
        const secret = keyPair.publicKey.export({ format: 'pem', type: 'spki' });
        return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
      },
    ],
    [
      'a token signed with the x of the public key',
      () => {
        const text = unsigned({ alg: 'HS256', kid: 'key-1' });
        return `Bearer ${text}.${createHmac('sha256', Buffer.from(String(jwk.x), 'base64url'))
          .update(text)
          .digest('base64url')}`;
      },
    ],
    ['a token of another key', async () => `Bearer ${await gateway.token({ key: other })}`],
    ['a token of an unknown key', async () => `Bearer ${await gateway.token({ key: other, kid: 'key-2' })}`],
    [
      'a token of another issuer',
      async () => `Bearer ${await gateway.token({ issuer: 'https://evil.test' })}`,
    ],
    [
      'a token for another audience',
      async () => {
        const { iss, sub, org, api_key_id, iat, exp } = claims();
        const token = await new SignJWT({ iss, sub, org, api_key_id, iat, exp, aud: 'https://other.test' })
          .setProtectedHeader({ alg: 'EdDSA', kid: 'key-1' })
          .sign(keyPair.privateKey);
        return `Bearer ${token}`;
      },
    ],
    [
      'a token that was changed',
      async () => {
        const [header, , signature] = (await gateway.token()).split('.');
        return `Bearer ${header}.${encode({ ...claims(), sub: 'user-2' })}.${signature}`;
      },
    ],
    [
      'the Basic form for another user',
      async () => `Basic ${Buffer.from(`demo_user-2:${await gateway.token()}`).toString('base64')}`,
    ],
    ['a very long token', () => `Bearer ${'x'.repeat(9_000)}`],
  ];

  it.each(cases)('%s is rejected with 401', async (_name, make) => {
    expect(await outcome(await get(await make()))).toEqual([401, 'unauthenticated']);
    expect(callers).toEqual([]);
  });

  it('an expired token is rejected with its own code', async () => {
    const authorization = `Bearer ${await gateway.token({ expiresInMs: -1_000 })}`;
    expect(await outcome(await get(authorization))).toEqual([401, 'token_expired']);
  });

  it('is rejected before the form of the body, and before a byte of it is read', async () => {
    const response = await fetch(`${gateway.url}/v1/demo/user/`, {
      method: 'POST',
      body: '{"broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(401);
    const ofAnotherForm = await fetch(`${gateway.url}/v1/demo/user/`, { method: 'POST', body: 'x' });
    expect(ofAnotherForm.status).toBe(401);
  });
});

describe('an organization in the path', () => {
  it('that the token is not of is unknown', async () => {
    const authorization = `Bearer ${await gateway.token({ orgId: 'other' })}`;
    const response = await get(authorization);
    expect((await jsonOf(response.clone()))['message']).toMatch(/Sign in to the organization in the path/);
    expect(await outcome(response)).toEqual([404, 'organization_not_found']);
    expect(callers).toEqual([]);
  });

  it('is unknown when it is shaped like a workspace or reserved', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    for (const segment of ['me', 'workspaces', '0191f0d2-7a0b-4c3e-8c0a-2f1f3c9a0b11']) {
      expect(await outcome(await get(authorization, `/v1/${segment}/service/`))).toEqual([404, 'not_found']);
    }
  });
});

describe('an unbuilt route', () => {
  it('is unknown, with or without credential', async () => {
    expect(await outcome(await get(undefined, '/v1/demo/metric/'))).toEqual([404, 'not_found']);
    expect(await outcome(await gateway.call('GET', '/v1/demo/simulation/'))).toEqual([404, 'not_found']);
  });
});

describe('an unbuilt route whose path is that of a built one', () => {
  it.each([
    ['POST', '/v1/demo/user/signin'],
    ['DELETE', '/v1/demo/organization/'],
  ])('%s %s is unknown, with or without credential', async (method, url) => {
    expect(await outcome(await fetch(`${gateway.url}${url}`, { method }))).toEqual([404, 'not_found']);
    expect(await outcome(await gateway.call(method, url))).toEqual([404, 'not_found']);
  });

  it('keeps the methods of the built one', async () => {
    const other = await gateway.call('PATCH', '/v1/demo/organization/');
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST, PUT']);
    expect((await gateway.call('DELETE', '/v1/demo/user/search')).status).toBe(204);
    const signIn = await gateway.call('PATCH', '/v1/demo/user/signin_with_api_key');
    expect([signIn.status, signIn.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });
});

describe('the keys', () => {
  it('are where verifiers look for them', async () => {
    const response = await get(undefined, '/.well-known/jwks.json');
    expect(response.headers.get('content-type')).toContain('application/jwk-set+json');
    expect(await jsonOf(response)).toEqual({ keys: [jwk] });
  });
});

describe('health', () => {
  it('is ready when the services are reachable', async () => {
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
  });
});
