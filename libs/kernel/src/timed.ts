/** A command with its time. The command handler's clock sets it, never the use case. */
export interface Timed {
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}
