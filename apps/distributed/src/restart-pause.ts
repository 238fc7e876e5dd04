/** After the first exit, in ms; each further one doubles it. */
const minMs = 500;
const maxMs = 30_000;
/** After this long, in ms, a new exit has another cause than the last one. */
const healthyMs = 60_000;

/** The pause before an exited process is started again: longer each time it exits soon. */
export class RestartPause {
  #endings = 0;

  /** @param servedMs how long it has served, 0 if it never did. @returns the pause in ms. */
  afterEnding(servedMs: number): number {
    if (servedMs >= healthyMs) this.#endings = 0;
    const pauseMs = Math.min(minMs * 2 ** this.#endings, maxMs);
    this.#endings += 1;
    return pauseMs;
  }
}
