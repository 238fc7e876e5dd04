/** What a loop sleeps on: until a ring, until the next known due time, or until a bound. */
export class DispatcherAlarm {
  #isRung = false;
  #wakeUp: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ringsAt = Infinity;

  /** @param maxMs of one sleep. */
  constructor(private readonly maxMs: number) {}

  ring(): void {
    this.#isRung = true;
    this.#wakeUp?.();
  }

  /** A time in the past rings at once. */
  ringIn(remainingMs: number): void {
    const ms = Math.max(0, remainingMs);
    const at = performance.now() + ms;
    if (at >= this.#ringsAt) return;
    this.#ringsAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#ringsAt = Infinity;
      this.ring();
    }, ms).unref();
  }

  /** Resolves at once if it has rung since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
        this.ringIn(this.maxMs);
      });
      this.#wakeUp = undefined;
    }
    this.#isRung = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
