import { hash } from 'node:crypto';
import { workspaceKeyIdOf, type TokenClaims } from '@svc/auth';
import type { WorkspaceAccess } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { IdentityClient } from '../services.js';

/** What a credential may do in a workspace now, as identity answered. */
export interface KnownWorkspaceAccess extends WorkspaceAccess {
  /** Absent for a key. */
  readonly userId: string | undefined;
}

interface Kept {
  readonly access: KnownWorkspaceAccess;
  readonly askedAtMs: number;
  /** Of a key; the expiry of a token is checked before. */
  readonly expiresAtMs: number;
}

/** Identity's bound: an expired or changed credential stays valid no longer than this. */
const maxMs = 5_000;
/** About 2 KB each. */
const maxAccesses = 5_000;

type Identity = Pick<IdentityClient, 'getWorkspaceKeyAccess' | 'getWorkspaceUserAccess'>;

/** Asks identity once for all requests of a credential while its response may be kept. A rejection is not kept. */
export class WorkspaceAccessCache {
  readonly #known = new LRUCache<string, Kept>({ max: maxAccesses });
  readonly #pending = new Map<string, Promise<KnownWorkspaceAccess>>();
  /** Counts the changes. A response to a request from before a change is not kept. */
  #changes = 0;

  constructor(
    private readonly identity: Identity,
    private readonly clock: Clock,
  ) {}

  /**
   * A promise only when identity must be asked.
   * @param beforeAsking called then; it may throw.
   * @throws DomainError `unauthenticated`, `expired_api_key`.
   */
  ofKey(
    key: string,
    beforeAsking = (): void => undefined,
  ): KnownWorkspaceAccess | Promise<KnownWorkspaceAccess> {
    const keyId = workspaceKeyIdOf(key);
    if (keyId === null)
      throw new DomainError('unauthenticated', 'This is not a whole API key. Copy it again.');
    const digest = hash('sha256', key, 'base64');
    if (!this.#keptOf(digest)) beforeAsking();
    return this.#get(digest, async () => {
      const secretSha256 = Buffer.from(digest, 'base64');
      const { access, expiresAtMs } = await this.identity.getWorkspaceKeyAccess({ keyId, secretSha256 });
      return { access: withUser(access, undefined), expiresAtMs };
    });
  }

  /** @throws DomainError `unauthenticated`, `workspace_mismatch`. */
  ofUser(claims: TokenClaims, workspaceId: string): KnownWorkspaceAccess | Promise<KnownWorkspaceAccess> {
    const { orgId, userId, apiKeyId } = claims;
    return this.#get(`${orgId}/${userId}/${apiKeyId}/${workspaceId}`, async () => {
      const { access } = await this.identity.getWorkspaceUserAccess({ orgId, userId, apiKeyId, workspaceId });
      return { access: withUser(access, userId), expiresAtMs: Infinity };
    });
  }

  /** Call it after a change to a workspace, its keys, or users of its organization. The next request sees it. */
  forget(changed: { readonly workspaceId: string } | { readonly orgId: string }): void {
    this.#changes += 1;
    this.#pending.clear();
    for (const [key, { access }] of this.#known.entries()) {
      const isOfIt =
        'workspaceId' in changed
          ? access.workspaceId === changed.workspaceId
          : access.orgId === changed.orgId;
      if (isOfIt) this.#known.delete(key);
    }
  }

  #get(
    key: string,
    ask: () => Promise<Pick<Kept, 'access' | 'expiresAtMs'>>,
  ): KnownWorkspaceAccess | Promise<KnownWorkspaceAccess> {
    return this.#keptOf(key)?.access ?? this.#pending.get(key) ?? this.#fetch(key, ask);
  }

  #keptOf(key: string): Kept | undefined {
    const kept = this.#known.get(key);
    return kept && this.#isFresh(kept) ? kept : undefined;
  }

  /** An entry from the future was made before the clock was set back, so its age is unknown. */
  #isFresh({ askedAtMs, expiresAtMs }: Kept): boolean {
    const nowMs = this.clock.now();
    const ageMs = nowMs - askedAtMs;
    return ageMs >= 0 && ageMs < maxMs && nowMs < expiresAtMs;
  }

  #fetch(
    key: string,
    ask: () => Promise<Pick<Kept, 'access' | 'expiresAtMs'>>,
  ): Promise<KnownWorkspaceAccess> {
    const askedAtMs = this.clock.now();
    const changes = this.#changes;
    const answer = ask()
      .then((kept) => {
        if (changes === this.#changes) this.#known.set(key, { ...kept, askedAtMs });
        return kept.access;
      })
      .finally(() => {
        if (this.#pending.get(key) === answer) this.#pending.delete(key);
      });
    this.#pending.set(key, answer);
    return answer;
  }
}

function withUser(access: WorkspaceAccess | undefined, userId: string | undefined): KnownWorkspaceAccess {
  if (!access) throw new TypeError('identity answered no access');
  return { ...access, userId };
}
