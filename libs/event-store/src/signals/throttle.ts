/**
 * Runs `work` for each key at most once in `intervalMs`: at once when the key was quiet, and otherwise at the end of the
 * interval, so that the last call is never lost.
 */
export class Throttle {
  readonly #intervalMs: number;
  readonly #work: (key: string) => void;
  /** Keys inside their interval; true when a call came meanwhile. */
  readonly #busy = new Map<string, boolean>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(intervalMs: number, work: (key: string) => void) {
    this.#intervalMs = intervalMs;
    this.#work = work;
  }

  call(key: string): void {
    if (this.#busy.has(key)) {
      this.#busy.set(key, true);
      return;
    }
    this.#busy.set(key, false);
    this.#work(key);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const again = this.#busy.get(key) === true;
      this.#busy.delete(key);
      if (again) this.call(key);
    }, this.#intervalMs);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Drops what waits. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#busy.clear();
  }
}
