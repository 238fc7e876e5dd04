import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits: nobody finds one by trying. */
const tokenBytes = 32;

/** A new token of a link, and what is kept of it. */
export function newSurfaceToken(): { readonly token: string; readonly tokenHash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashOfToken(token) };
}

/** Looked up by this, so how long a search takes says nothing of the tokens that there are. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** In constant time. */
export function isAmongHashes(tokenHash: string, hashes: readonly string[]): boolean {
  const given = Buffer.from(tokenHash, 'hex');
  return hashes.filter((hash) => timingSafeEqual(Buffer.from(hash, 'hex'), given)).length > 0;
}
