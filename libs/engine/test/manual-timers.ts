import type { TurnTimers } from '../src/index.js';

interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/** Time that passes only when a test says so. */
export class ManualTimers implements TurnTimers {
  #now = 0;
  readonly #waiting = new Set<Waiting>();

  after(milliseconds: number, run: () => void): () => void {
    const waiting = { due: this.#now + milliseconds, run };
    this.#waiting.add(waiting);
    return () => this.#waiting.delete(waiting);
  }

  now(): number {
    return this.#now;
  }

  /** Timers that are set and have neither run nor been cancelled. */
  get pending(): number {
    return this.#waiting.size;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#waiting].filter((waiting) => waiting.due <= this.#now);
    for (const waiting of due.sort((one, other) => one.due - other.due)) {
      this.#waiting.delete(waiting);
      waiting.run();
    }
  }
}
