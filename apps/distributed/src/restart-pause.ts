/** After the first end, in ms; each further one doubles it. */
const minMs = 500;
const maxMs = 30_000;
/** Who has served so long has not ended for the reason of the time before, in ms. */
const healthyMs = 60_000;

/** How long a process that has ended is left alone before it is started again: longer each time it ends soon. */
export class RestartPause {
  #endings = 0;

  /** @param servedMs how long it has served, 0 when it never got so far. @returns the pause in ms. */
  afterEnding(servedMs: number): number {
    if (servedMs >= healthyMs) this.#endings = 0;
    const pauseMs = Math.min(minMs * 2 ** this.#endings, maxMs);
    this.#endings += 1;
    return pauseMs;
  }
}
