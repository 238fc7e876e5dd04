import { DomainError } from '@svc/errors';
import type { Clock } from '@svc/kernel';
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { isApiKey } from './api-key.js';
import { apiKeyClaim, tokenAlgorithm, type TokenClaims } from './token.js';

export interface TokenVerifierOptions {
  readonly issuer: string;
  readonly clock: Clock;
  /** Reads the current public keys from identity (`GetJwks`). */
  readonly fetchKeys: () => Promise<JSONWebKeySet>;
}

export interface TokenVerifier {
  /** @throws DomainError `token_expired` or `unauthenticated`. */
  verify(token: string): Promise<TokenClaims>;
}

/** Maximum age of the cached keys, so that a withdrawn one is no longer accepted. */
const keysMaxAgeMs = 60_000;
/** A token with an unknown key id triggers an earlier refresh, but not within this time: forged ids must not cause load. */
const keysMinAgeMs = 5_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Verifies signature, issuer and expiry against cached keys. `GetAccess` checks whether user and key still exist. */
export function createTokenVerifier({ issuer, clock, fetchKeys }: TokenVerifierOptions): TokenVerifier {
  let cached: { readonly keys: KeySet; readonly fetchedAt: number } | undefined;
  let pending: Promise<KeySet> | undefined;

  function refresh(): Promise<KeySet> {
    pending ??= fetchKeys()
      .then((jwks) => {
        const keys = createLocalJWKSet(jwks);
        cached = { keys, fetchedAt: clock.now() };
        return keys;
      })
      .finally(() => (pending = undefined));
    return pending;
  }

  async function keysNoOlderThan(maxAgeMs: number): Promise<KeySet> {
    return cached && clock.now() - cached.fetchedAt < maxAgeMs ? cached.keys : refresh();
  }

  async function payloadOf(token: string): Promise<JWTPayload> {
    const check = async (keys: KeySet) => {
      const options = {
        issuer,
        audience: issuer,
        algorithms: [tokenAlgorithm],
        currentDate: new Date(clock.now()),
      };
      return (await jwtVerify(token, keys, { ...options, requiredClaims: ['exp', 'iat', 'sub'] })).payload;
    };
    try {
      return await check(await keysNoOlderThan(keysMaxAgeMs));
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return check(await keysNoOlderThan(keysMinAgeMs));
    }
  }

  return {
    async verify(token) {
      if (isApiKey(token))
        throw new DomainError(
          'unauthenticated',
          'This is an API key. Sign in with it and send the id_token you get.',
        );
      const payload = await payloadOf(token).catch((error: unknown) => {
        throw toPublicError(error);
      });
      return claimsOf(payload);
    },
  };
}

function claimsOf({ sub, iat, exp, org, [apiKeyClaim]: apiKeyId }: JWTPayload): TokenClaims {
  if (typeof sub !== 'string' || typeof org !== 'string' || typeof apiKeyId !== 'string')
    throw invalidToken('claims are missing');
  return {
    userId: sub,
    orgId: org,
    apiKeyId,
    issuedAtMs: Number(iat) * 1000,
    expiresAtMs: Number(exp) * 1000,
  };
}

function toPublicError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired)
    return new DomainError('token_expired', 'The token has expired. Sign in again.');
  if (error instanceof errors.JOSEError) return invalidToken(`${error.code}: ${error.message}`);
  return error;
}

function invalidToken(privateDetail: string): DomainError {
  return new DomainError('unauthenticated', 'The token is not valid. Sign in again.', { privateDetail });
}
