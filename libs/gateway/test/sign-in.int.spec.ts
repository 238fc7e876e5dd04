import { DomainError } from '@svc/errors';
import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      signInWithApiKey: (request) => {
        if (request.orgId !== 'demo') throw new DomainError('organization_not_found', 'Unknown.');
        if (request.apiKey !== 'secret') throw new DomainError('unauthenticated', 'Wrong key.');
        if (request.apiKeyId !== 'a-k') throw new DomainError('unauthenticated', 'Wrong key.');
        return Promise.resolve({ idToken: 'a.b.c', expiresAtMs: 1_700_000_000_000 });
      },
    },
  });
});
afterAll(() => gateway.stop());

describe('sign-in', () => {
  const signIn = (headers: Record<string, string>, org = 'demo') =>
    fetch(`${gateway.url}/v1/${org}/user/signin_with_api_key`, { method: 'POST', headers });
  const good = { 'x-api-key': 'secret', 'x-api-key-id': 'A-k', 'x-user-id': 'u' };

  it('returns a token for the three headers', async () => {
    const response = await signIn(good);
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toEqual({ id_token: 'a.b.c', expires_at: '2023-11-14T22:13:20.000Z' });
  });

  it('ignores the body: credentials are only in headers', async () => {
    const response = await fetch(`${gateway.url}/v1/demo/user/signin_with_api_key`, {
      method: 'POST',
      headers: { ...good, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'user=u',
    });
    expect(response.status).toBe(200);
  });

  it('distinguishes a wrong key, an unknown organization and a missing header', async () => {
    const { 'x-user-id': _left, ...incomplete } = good;
    expect((await signIn({ ...good, 'x-api-key': 'wrong' })).status).toBe(401);
    expect((await signIn(good, 'nowhere')).status).toBe(404);
    const missing = await signIn(incomplete);
    expect(await brokenFieldsOf(missing)).toEqual([422, ['header.x-user-id']]);
  });
});
