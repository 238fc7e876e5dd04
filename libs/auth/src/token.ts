import { SignJWT, type CryptoKey, type KeyObject } from 'jose';

/** The identity behind a token. What it may do is looked up on each request. */
export interface TokenClaims {
  readonly userId: string;
  readonly orgId: string;
  /** The API key that issued it. Deleting the key ends the token. */
  readonly apiKeyId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

export interface TokenSigningKey {
  readonly kid: string;
  /** Ed25519. */
  readonly privateKey: CryptoKey | KeyObject;
}

/** RFC 8037. The only algorithm that is issued or accepted. */
export const tokenAlgorithm = 'EdDSA';

/** Claim with the API key behind a token. The others are registered claims, and `org`. */
export const apiKeyClaim = 'api_key_id';

/**
 * Issuer and audience are the same: the issuer of a token also names the surfaces that accept it.
 * @param tokenId `jti`, which distinguishes two tokens of the same second.
 * @returns a signed JWT (RFC 7519). Times are cut to whole seconds, as the format requires.
 */
export function signToken(
  claims: TokenClaims,
  issuer: string,
  key: TokenSigningKey,
  tokenId?: string,
): Promise<string> {
  const jti = tokenId === undefined ? {} : { jti: tokenId };
  return new SignJWT({ org: claims.orgId, [apiKeyClaim]: claims.apiKeyId, ...jti })
    .setProtectedHeader({ alg: tokenAlgorithm, kid: key.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(claims.userId)
    .setIssuedAt(Math.floor(claims.issuedAtMs / 1000))
    .setExpirationTime(Math.floor(claims.expiresAtMs / 1000))
    .sign(key.privateKey);
}
