/**
 * What the calls of a turn share: the time for requests, since a user waits for all of them one after the other, and which
 * models were too late in this turn.
 */
export class TryBudget {
  readonly #late = new Set<string>();

  /**
   * @param startedAtMs when the turn began, in milliseconds of a monotonic clock
   * @param budgetMs no model is called again later than that; its fallbacks are
   */
  constructor(
    private readonly startedAtMs: number,
    private budgetMs: number,
  ) {}

  /** Time passes that does not count. */
  extend(ms: number): void {
    this.budgetMs += ms;
  }

  /** Not more than 0 when the time is over. */
  leftMs(nowMs: number): number {
    return this.startedAtMs + this.budgetMs - nowMs;
  }

  wasLate(model: string): void {
    this.#late.add(model);
  }

  isLate(model: string): boolean {
    return this.#late.has(model);
  }
}
