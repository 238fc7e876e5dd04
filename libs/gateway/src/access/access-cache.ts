import type { TokenClaims } from '@svc/auth';
import type { GetAccessResponse } from '@svc/contracts/identity';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** What a user may do in an organization now, as identity answered. */
export interface Access {
  readonly claims: TokenClaims;
  /** The organization to act in: the token's own, or one that the user is a member of. */
  readonly orgId: string;
  readonly response: GetAccessResponse;
  readonly askedAtMs: number;
  /** Change counts of both organizations when identity was asked. */
  readonly generation: number;
}

/** Identity's bound: a deleted user, key or membership, or a changed role, stays valid no longer than this. */
const maxMs = 5_000;
const maxAccesses = 5_000;
/** About 100 MB. Customers create roles, with up to some thousands of these each. */
const maxConditionValues = 500_000;
/** About 10 MB. All organizations cause changes; beyond this bound the cache asks again for every access. */
const maxChangedOrganizations = 100_000;

type Ask = (claims: TokenClaims, orgId: string) => Promise<GetAccessResponse>;

/**
 * Asks identity once for all requests of a user in an organization while its response may be kept. A rejection is not
 * kept, so probing for organizations evicts nobody's access.
 */
export class AccessCache {
  readonly #known = new LRUCache<string, Access>({
    max: maxAccesses,
    maxSize: maxConditionValues,
    sizeCalculation: ({ response }) => 1 + countConditionValues(response),
  });
  readonly #pending = new Map<string, { readonly generation: number; readonly answer: Promise<Access> }>();
  /** Counts the changes of all organizations. */
  #changes = 0;
  /** The count at the latest change of an organization. */
  readonly #changedAt = new Map<string, number>();
  /** The same for organizations that `changedAt` does not hold. */
  #othersChangedAt = 0;

  constructor(
    private readonly ask: Ask,
    private readonly clock: Clock,
    /** What else depends on the users of an organization. */
    private readonly forgetToo: (orgId: string) => void = () => undefined,
  ) {}

  /**
   * A promise only when identity must be asked.
   * @param orgId the organization to act in.
   * @throws DomainError `organization_not_found` unless it is the token's organization or the user is a member.
   */
  get(claims: TokenClaims, orgId: string): Access | Promise<Access> {
    const key = `${claims.orgId}/${claims.userId}/${claims.apiKeyId}/${orgId}`;
    // Changes of either organization count.
    const generation = Math.max(this.#generationOf(claims.orgId), this.#generationOf(orgId));
    const known = this.#known.get(key);
    if (known?.generation === generation && this.#isFresh(known)) return known;
    const pending = this.#pending.get(key);
    return pending?.generation === generation ? pending.answer : this.#fetch(key, claims, orgId, generation);
  }

  /**
   * Call it after a change to users, members, roles or keys of the organization, made here or reported by identity. The
   * next request sees it, also in other organizations of its users.
   */
  forget(orgId: string): void {
    if (this.#changedAt.size >= maxChangedOrganizations) {
      this.#othersChangedAt = this.#changes;
      this.#changedAt.clear();
    }
    this.#changes += 1;
    this.#changedAt.set(orgId, this.#changes);
    this.forgetToo(orgId);
  }

  /**
   * Ends with the first temporary permission. An entry from the future was made before the clock was set back, so its
   * age is unknown.
   */
  #isFresh({ askedAtMs, response: { changesAtMs } }: Access): boolean {
    const nowMs = this.clock.now();
    const ageMs = nowMs - askedAtMs;
    return ageMs >= 0 && ageMs < maxMs && (changesAtMs === undefined || nowMs < changesAtMs);
  }

  #generationOf(orgId: string): number {
    return this.#changedAt.get(orgId) ?? this.#othersChangedAt;
  }

  #fetch(key: string, claims: TokenClaims, orgId: string, generation: number): Promise<Access> {
    const askedAtMs = this.clock.now();
    const answer = this.ask(claims, orgId)
      .then((response) => {
        const access: Access = { claims, orgId, response, askedAtMs, generation };
        this.#known.set(key, access);
        return access;
      })
      .finally(() => {
        if (this.#pending.get(key)?.answer === answer) this.#pending.delete(key);
      });
    this.#pending.set(key, { generation, answer });
    return answer;
  }
}

/** The size of a response: its grants and the values of their conditions. */
function countConditionValues({ grants }: GetAccessResponse): number {
  let count = grants.length;
  for (const { conditions } of grants)
    for (const { values } of Object.values(conditions)) count += values.length;
  return count;
}
