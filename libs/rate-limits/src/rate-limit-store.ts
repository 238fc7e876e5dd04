/** What is counted, in which window. */
export interface CountedWindow {
  /** Start of the window, in ms of Unix time. It is part of the key, so no count outlives its window. */
  readonly startsAtMs: number;
  /** The caller and what is counted. Of any length. */
  readonly key: string;
}

/** Counts of windows of one minute. After its window a count is worthless, so losing it is harmless. */
export interface RateLimitStore {
  /**
   * Adds one, or takes one back.
   * @returns the new count, at least 0
   * @throws Error if the store is away; within a quarter of a second
   */
  add(window: CountedWindow, by: 1 | -1): Promise<number>;
  close(): Promise<void>;
}

/** Length of a window, in seconds. */
export const windowSeconds = 60;
