/** Lets some of many tasks run at the same time; the others wait for their turn. */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = [];

  /** @param free how many may run at the same time */
  constructor(private free: number) {}

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Handed on, so that nobody takes it in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
