import type { TokenClaims, TokenVerifier } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

interface Verified {
  readonly claims: TokenClaims;
  readonly verifiedAtMs: number;
}

/** The verifier keeps its keys as long. Together, a withdrawn key ends its tokens within two minutes. */
const maxMs = 60_000;
/** About 0.5 KB each. */
const maxTokens = 10_000;

/** Caches tokens with a valid signature: the check costs more than the rest of a small request. */
export class VerifiedTokens {
  readonly #verified = new LRUCache<string, Verified>({ max: maxTokens });

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly clock: Clock,
  ) {}

  /**
   * A promise only when the signature must be checked.
   * @param beforeAsking called then; it may throw.
   * @throws DomainError `token_expired`, `unauthenticated`.
   */
  claimsOf(token: string, beforeAsking = (): void => undefined): TokenClaims | Promise<TokenClaims> {
    const known = this.#verified.get(token);
    const nowMs = this.clock.now();
    if (!known || !isFresh(known, nowMs)) {
      beforeAsking();
      return this.#verify(token, nowMs);
    }
    if (known.claims.expiresAtMs <= nowMs)
      throw new DomainError('token_expired', 'The token has expired. Sign in again.');
    return known.claims;
  }

  async #verify(token: string, verifiedAtMs: number): Promise<TokenClaims> {
    const claims = await this.verifier.verify(token);
    this.#verified.set(token, { claims, verifiedAtMs });
    return claims;
  }
}

/** As in `AccessCache`, a time in the future was taken before the clock was set back. */
function isFresh({ verifiedAtMs }: Verified, nowMs: number): boolean {
  const ageMs = nowMs - verifiedAtMs;
  return ageMs >= 0 && ageMs < maxMs;
}
