/** A command in the moment in which it is decided. The command handler's clock gives the time, never the use case. */
export interface Timed {
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}
