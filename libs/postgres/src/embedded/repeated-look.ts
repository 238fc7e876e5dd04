/** Calls `look` repeatedly, never concurrently. Reports its errors and continues. */
export class RepeatedLook {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;

  constructor(everyMs: number, look: () => Promise<void>, onError: (error: unknown) => void) {
    this.#timer = setInterval(() => {
      this.#running ??= look()
        .catch(onError)
        .finally(() => (this.#running = undefined));
    }, everyMs).unref();
  }

  /** Resolves when none runs any more. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
