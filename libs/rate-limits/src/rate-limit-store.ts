/** What is counted, and in which window. */
export interface CountedWindow {
  /** When the window began, in ms of Unix time: it is a part of what is counted, so that no count outlives its window. */
  readonly startsAtMs: number;
  /** Who is counted, and for what. Of any length. */
  readonly key: string;
}

/** Counts of windows of one minute. They are worth nothing once their window is over, and nothing is lost with them. */
export interface RateLimitStore {
  /**
   * Counts one more, or takes back one.
   * @returns how many there are with it, below 0 never
   * @throws Error when the store is away; within a quarter of a second
   */
  add(window: CountedWindow, by: 1 | -1): Promise<number>;
  close(): Promise<void>;
}

/** Length of a window, in seconds. */
export const windowSeconds = 60;
