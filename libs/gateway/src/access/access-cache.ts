import type { TokenClaims } from '@svc/auth';
import type { GetAccessResponse } from '@svc/contracts/identity';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** What a user may do at the moment, as identity said. */
export interface Access {
  readonly claims: TokenClaims;
  readonly response: GetAccessResponse;
  readonly askedAtMs: number;
  /** How often the organization's accesses had been forgotten when this was asked for. */
  readonly generation: number;
}

/** Identity's own bound: a deleted user or key, or a changed role, holds no longer than this. */
const longestMs = 5_000;
const mostAccesses = 5_000;
/** About 100 MB. Roles are made by customers, with up to some thousands of these each. */
const mostConditionValues = 500_000;

type Ask = (claims: TokenClaims) => Promise<GetAccessResponse>;

/** Asks identity once for all requests of a user within the time that its answer may be kept. */
export class AccessCache {
  private readonly known = new LRUCache<string, Access>({
    max: mostAccesses,
    maxSize: mostConditionValues,
    sizeCalculation: ({ response }) => 1 + countConditionValues(response),
  });
  private readonly pending = new Map<
    string,
    { readonly generation: number; readonly answer: Promise<Access> }
  >();
  private readonly generations = new Map<string, number>();

  constructor(
    private readonly ask: Ask,
    private readonly clock: Clock,
  ) {}

  /** A promise only when identity has to be asked. */
  get(claims: TokenClaims): Access | Promise<Access> {
    const key = `${claims.orgId}/${claims.userId}/${claims.apiKeyId}`;
    const generation = this.generationOf(claims.orgId);
    const known = this.known.get(key);
    if (known?.generation === generation && this.isFresh(known)) return known;
    const pending = this.pending.get(key);
    return pending?.generation === generation ? pending.answer : this.fetch(key, claims, generation);
  }

  /** After a change through this gateway to users, roles or keys of the organization: the next request sees it. */
  forget(orgId: string): void {
    this.generations.set(orgId, this.generationOf(orgId) + 1);
  }

  /** What lies ahead was asked for before the clock was set back, nobody knows how long ago. */
  private isFresh({ askedAtMs }: Access): boolean {
    const ageMs = this.clock.now() - askedAtMs;
    return ageMs >= 0 && ageMs < longestMs;
  }

  private generationOf(orgId: string): number {
    return this.generations.get(orgId) ?? 0;
  }

  private fetch(key: string, claims: TokenClaims, generation: number): Promise<Access> {
    const askedAtMs = this.clock.now();
    const answer = this.ask(claims)
      .then((response) => {
        const access: Access = { claims, response, askedAtMs, generation };
        this.known.set(key, access);
        return access;
      })
      .finally(() => {
        if (this.pending.get(key)?.answer === answer) this.pending.delete(key);
      });
    this.pending.set(key, { generation, answer });
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
