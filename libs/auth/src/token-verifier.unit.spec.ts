import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT, type JSONWebKeySet } from 'jose';
import { formatApiKey } from './api-key.js';
import { signToken, type TokenClaims } from './token.js';
import { createTokenVerifier } from './token-verifier.js';

const issuer = 'https://svc.test';
const start = Date.UTC(2026, 0, 1, 12, 0, 0);
const claims: TokenClaims = {
  userId: '65f000000000000000000001',
  orgId: 'acme',
  apiKeyId: '2f4b6c1e-0000-4000-8000-000000000001',
  issuedAtMs: start,
  expiresAtMs: start + 3_600_000,
};

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function makeKey(kid: string): SigningKey {
  return { kid, ...generateKeyPairSync('ed25519') };
}

/** A verifier with a key set that the test can change, and a clock that it moves. */
function given(...initial: readonly SigningKey[]) {
  const world = { keys: initial, now: start, fetches: 0 };
  const verifier = createTokenVerifier({
    issuer,
    clock: { now: () => world.now },
    fetchKeys: () => {
      world.fetches += 1;
      const keys = world.keys.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'EdDSA',
        use: 'sig',
      }));
      return Promise.resolve({ keys } as JSONWebKeySet);
    },
  });
  return { world, verify: (token: string) => verifier.verify(token) };
}

const refusal = (code: string) => expect.objectContaining({ name: 'DomainError', code }) as unknown;

describe('createTokenVerifier', () => {
  const key = makeKey('k1');

  it('returns the claims of a token that it can verify', async () => {
    const { verify } = given(key);
    await expect(verify(await signToken(claims, issuer, key))).resolves.toEqual(claims);
  });

  it('rejects an expired token by token_expired', async () => {
    const { verify, world } = given(key);
    const token = await signToken(claims, issuer, key);
    world.now = claims.expiresAtMs - 1;
    await expect(verify(token)).resolves.toBeDefined();
    world.now = claims.expiresAtMs;
    await expect(verify(token)).rejects.toEqual(refusal('token_expired'));
  });

  it('rejects forged tokens', async () => {
    const { verify } = given(key);
    const token = await signToken(claims, issuer, key);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = encode({
      ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
      sub: 'other',
    });
    const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
    const publicText = key.publicKey.export({ format: 'der', type: 'spki' });
    const symmetricInput = `${encode({ alg: 'HS256', kid: 'k1' })}.${payload}`;
    const symmetric = createHmac('sha256', publicText).update(symmetricInput).digest('base64url');
    const forgeries = [
      `${header}.${changed}.${signature}`,
      unsigned,
      `${symmetricInput}.${symmetric}`,
      await signToken(claims, issuer, { ...makeKey('k1'), kid: 'k1' }),
      await signToken(claims, 'https://other.test', key),
      `${header}.${payload}`,
      'not a token',
      '',
    ];
    for (const forged of forgeries) await expect(verify(forged)).rejects.toEqual(refusal('unauthenticated'));
  });

  it('rejects tokens without the claims we issue', async () => {
    const { verify } = given(key);
    const bare = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k1' })
      .setIssuer(issuer)
      .setSubject('x')
      .setIssuedAt(start / 1000)
      .setExpirationTime(start / 1000 + 60)
      .sign(key.privateKey);
    await expect(verify(bare)).rejects.toEqual(refusal('unauthenticated'));
  });

  it('rejects an API key and says what to do with it', async () => {
    const { verify } = given(key);
    await expect(verify(formatApiKey(new Uint8Array(32)))).rejects.toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('Sign in with it') as string,
    });
  });

  it('fetches the keys once and caches them', async () => {
    const { verify, world } = given(key);
    const token = await signToken(claims, issuer, key);
    await Promise.all([verify(token), verify(token), verify(token)]);
    await verify(token);
    expect(world.fetches).toBe(1);
  });

  it('learns a new key when a token names one, at most every 5 s', async () => {
    const { verify, world } = given(key);
    const next = makeKey('k2');
    await verify(await signToken(claims, issuer, key));
    const rotated = await signToken(claims, issuer, next);
    world.keys = [key, next];
    await expect(verify(rotated)).rejects.toEqual(refusal('unauthenticated'));
    expect(world.fetches).toBe(1);
    world.now += 5_000;
    await expect(verify(rotated)).resolves.toEqual(claims);
    expect(world.fetches).toBe(2);
  });

  it('stops accepting a withdrawn key within a minute', async () => {
    const { verify, world } = given(key);
    const token = await signToken(claims, issuer, key);
    await verify(token);
    world.keys = [];
    world.now += 60_000;
    await expect(verify(token)).rejects.toEqual(refusal('unauthenticated'));
  });

  it('passes on the failure to fetch keys: that is no error of the token', async () => {
    const unavailable = new Error('identity is down');
    const verifier = createTokenVerifier({
      issuer,
      clock: { now: () => start },
      fetchKeys: () => Promise.reject(unavailable),
    });
    await expect(verifier.verify(await signToken(claims, issuer, key))).rejects.toBe(unavailable);
  });
});
