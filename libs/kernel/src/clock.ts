/** The only source of time. Injected everywhere, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}
