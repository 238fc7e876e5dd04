import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { systemClock } from '@svc/runtime';
import { startStandalone, type StartedStandalone } from '../test/started-standalone.js';

let standalone: StartedStandalone;
beforeAll(async () => void (standalone = await startStandalone()));
afterAll(() => standalone?.stop());
afterEach(() => void jest.restoreAllMocks());

async function signIn(): Promise<string> {
  const { demo, services } = standalone;
  const { org_id: orgId, user_id: userId, api_key_id: apiKeyId, api_key: apiKey } = demo;
  return (await services.clients.identity.signInWithApiKey({ orgId, userId, apiKeyId, apiKey })).idToken;
}

async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${standalone.demo.base_url}/v1/demo/service/`, { headers })).status;
}

const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

describe('a rotation of the signing key', () => {
  it('signs nobody out: tokens of the old key and of the new one are valid at each moment', async () => {
    const startedAtMs = Date.now();
    const clock = jest.spyOn(systemClock, 'now').mockReturnValue(startedAtMs);
    const old = await signIn();
    expect(await statusWith(old)).toBe(200);

    const { kid } = await standalone.services.clients.identityAdmin.rotateSigningKey({});
    const signed: string[] = [old];
    for (const seconds of [1, 30, 61, 120, 1_800, 3_599]) {
      clock.mockReturnValue(startedAtMs + seconds * 1_000);
      signed.push(await signIn());
      for (const token of signed) expect(await statusWith(token)).toBe(200);
    }

    expect(kidOf(old)).not.toBe(kid);
    expect(kidOf(signed.at(-1) ?? '')).toBe(kid);
  });
});
