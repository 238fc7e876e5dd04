import { matchesApiKeyHash, signToken } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { queryAccess } from '../projections/access-query.js';
import { judgeAccess, tokenLifetimeMs } from './access.js';
import type { IdentityContext } from './identity-context.js';
import { organizationNotFound } from './organization-not-found.js';

export interface SignIn {
  readonly orgId: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly userId: string;
}

export interface SignedIn {
  readonly idToken: string;
  readonly expiresAtMs: number;
}

/** Compared with when there is no such key, so that the answer takes as long. */
const noSecret = Buffer.alloc(32);

/**
 * Exchanges an API key for a token of one of the organization's users. The token never
 * outlives the key.
 * @throws DomainError `organization_not_found`; `unauthenticated`, always in the same words, for everything else.
 */
export async function signInWithApiKey(
  { database, roles, signingKeys, clock, ids, tokenIssuer }: IdentityContext,
  signIn: SignIn,
): Promise<SignedIn> {
  const row = await queryAccess(database, signIn);
  if (!row) throw organizationNotFound(signIn.orgId);
  const isSecretRight = matchesApiKeyHash(signIn.apiKey, row.secret_sha256 ?? noSecret);
  const nowMs = clock.now();
  const access = isSecretRight && (await judgeAccess(database, roles, signIn.orgId, row, nowMs));
  if (!access) {
    throw new DomainError(
      'unauthenticated',
      'The API key, its id and the user id do not allow a sign-in. One of them is wrong, the key has expired or was ' +
        'deleted, or the user has greater privileges than the key or its creator.',
    );
  }
  const { orgId, userId, apiKeyId } = signIn;
  const expiresAtMs = Math.min(nowMs + tokenLifetimeMs, access.keyExpiresAtMs);
  const claims = { orgId, userId, apiKeyId, issuedAtMs: nowMs, expiresAtMs };
  const idToken = await signToken(claims, tokenIssuer, await signingKeys.current(), ids.uuid());
  return { idToken, expiresAtMs: Math.floor(expiresAtMs / 1000) * 1000 };
}
