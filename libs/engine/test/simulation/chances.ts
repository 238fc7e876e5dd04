import type { SeededRandom } from '@svc/testing';

/** What may happen, drawn from a seed. */
export class Chances {
  constructor(readonly random: SeededRandom) {}

  below(bound: number): number {
    return this.random.below(bound);
  }

  /** True in so many of a hundred cases. */
  in100(cases: number): boolean {
    return this.random.below(100) < cases;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.random.below(from.length)] as T;
  }
}
