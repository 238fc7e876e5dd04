import type { TokenClaims } from '@svc/auth';
import type { GetAccessResponse } from '@svc/contracts/identity';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** What a user may do at the moment in an organization, as identity said. */
export interface Access {
  readonly claims: TokenClaims;
  /** The organization acted in: the token's own, or one that its user is a member of. */
  readonly orgId: string;
  readonly response: GetAccessResponse;
  readonly askedAtMs: number;
  /** Of both organizations, when this was asked for. */
  readonly generation: number;
}

/** Identity's own bound: a deleted user, key or membership, or a changed role, holds no longer than this. */
const maxMs = 5_000;
const maxAccesses = 5_000;
/** About 100 MB. Roles are made by customers, with up to some thousands of these each. */
const maxConditionValues = 500_000;
/** About 10 MB. Changes come from all organizations; beyond it everybody's access is asked for again. */
const maxChangedOrganizations = 100_000;

type Ask = (claims: TokenClaims, orgId: string) => Promise<GetAccessResponse>;

/**
 * Asks identity once for all requests of a user in an organization within the time that its answer may be kept. A refusal
 * is not kept: probing for organizations drives out nobody's access.
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
  /** Its count at the latest change of an organization. */
  readonly #changedAt = new Map<string, number>();
  /** The same for those that `changedAt` does not hold. */
  #othersChangedAt = 0;

  constructor(
    private readonly ask: Ask,
    private readonly clock: Clock,
  ) {}

  /**
   * A promise only when identity has to be asked.
   * @param orgId the organization to act in.
   * @throws DomainError `organization_not_found` for another than the token's that its user is no member of.
   */
  get(claims: TokenClaims, orgId: string): Access | Promise<Access> {
    const key = `${claims.orgId}/${claims.userId}/${claims.apiKeyId}/${orgId}`;
    // Either one's changes count.
    const generation = Math.max(this.#generationOf(claims.orgId), this.#generationOf(orgId));
    const known = this.#known.get(key);
    if (known?.generation === generation && this.#isFresh(known)) return known;
    const pending = this.#pending.get(key);
    return pending?.generation === generation ? pending.answer : this.#fetch(key, claims, orgId, generation);
  }

  /**
   * After a change to users, members, roles or keys of the organization, through this gateway or told by identity: the next
   * request sees it, that of its users in other organizations too.
   */
  forget(orgId: string): void {
    if (this.#changedAt.size >= maxChangedOrganizations) {
      this.#othersChangedAt = this.#changes;
      this.#changedAt.clear();
    }
    this.#changes += 1;
    this.#changedAt.set(orgId, this.#changes);
  }

  /** Until a permission ends that is held for a while. What lies ahead was asked for before the clock was set back, nobody knows how long ago. */
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

/** What the memory of an answer grows with: grants, and the values of their conditions. */
function countConditionValues({ grants }: GetAccessResponse): number {
  let count = grants.length;
  for (const { conditions } of grants)
    for (const { values } of Object.values(conditions)) count += values.length;
  return count;
}
