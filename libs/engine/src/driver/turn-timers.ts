/** Where delays come from; injected, so that tests own the time. */
export interface TurnTimers {
  /** Runs `run` once after this many ms, unless the returned function is called before. */
  after(milliseconds: number, run: () => void): () => void;
}
