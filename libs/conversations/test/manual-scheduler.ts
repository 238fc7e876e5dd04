import type { Scheduler } from '../src/index.js';

/** Timers that fire only when a test says so. */
export class ManualScheduler implements Scheduler {
  readonly #tasks = new Set<() => Promise<void>>();
  readonly #once = new Map<() => void, number>();
  readonly #pass: (ms: number) => void;

  /** @param pass is called for every wait, which takes no time */
  constructor(pass: (ms: number) => void = () => undefined) {
    this.#pass = pass;
  }

  every(_intervalMs: number, task: () => Promise<void>): () => void {
    this.#tasks.add(task);
    return () => void this.#tasks.delete(task);
  }

  async wait(ms: number): Promise<void> {
    this.#pass(ms);
  }

  /** Runs when a test says that time is up. */
  after(ms: number, run: () => void): () => void {
    this.#once.set(run, ms);
    return () => void this.#once.delete(run);
  }

  /** For timers that run once: those of at most so many ms. */
  timeIsUp(mostMs = Infinity): void {
    for (const [run, ms] of [...this.#once]) {
      if (ms > mostMs) continue;
      this.#once.delete(run);
      run();
    }
  }

  get isIdle(): boolean {
    return this.#tasks.size === 0;
  }

  /** Fires every timer once. Resolves when their work is done. */
  async tick(): Promise<void> {
    for (const task of this.#tasks) await task();
  }
}
