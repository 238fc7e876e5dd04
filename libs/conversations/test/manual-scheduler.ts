import type { Scheduler } from '../src/index.js';

/** Timers that only a test moves on. */
export class ManualScheduler implements Scheduler {
  readonly #tasks = new Set<() => Promise<void>>();
  readonly #once = new Set<() => void>();
  readonly #pass: (ms: number) => void;

  /** @param pass told of every wait, which takes no time at all */
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

  /** Runs when a test says that time is up: no turn of these tests has policies on what is said, but summaries end in time. */
  after(_ms: number, run: () => void): () => void {
    this.#once.add(run);
    return () => void this.#once.delete(run);
  }

  /** For all that was to run once. */
  timeIsUp(): void {
    for (const run of this.#once) run();
    this.#once.clear();
  }

  get isIdle(): boolean {
    return this.#tasks.size === 0;
  }

  /** Every timer fires once; resolves when all their work is done. */
  async tick(): Promise<void> {
    for (const task of this.#tasks) await task();
  }
}
