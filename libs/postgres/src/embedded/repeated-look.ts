/** Calls `look` again and again, never side by side. Its failures are told, and it is called again. */
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
