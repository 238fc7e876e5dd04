/** Lets one loop sleep until it is woken or its time is over. A wake-up while it is awake is kept for the next sleep. */
export class Wakeup {
  #pending = false;
  #wakeSleeper: (() => void) | undefined;

  wake(): void {
    this.#pending = true;
    this.#wakeSleeper?.();
  }

  /** @returns whether it was woken, rather than left to sleep for all of `ms`. */
  async sleep(ms: number): Promise<boolean> {
    if (!this.#pending) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wakeSleeper = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      this.#wakeSleeper = undefined;
    }
    const woken = this.#pending;
    this.#pending = false;
    return woken;
  }
}
