/** How turns that nobody asked for have fared since the last one that completed. */
export interface OwnTurns {
  /** Those that were void, one after the other. */
  readonly failures: number;
  /** Not before then, in ms since the Unix epoch. */
  readonly notBeforeMs: number;
}

/** Waits after the first, second, … void turn, in ms. After the last one, the agent is told with the next turn of the user. */
const waitsMs = [5_000, 15_000, 60_000, 300_000, 900_000];

export function afterVoid(own: OwnTurns | null, voidedAtMs: number): OwnTurns {
  const failures = (own?.failures ?? 0) + 1;
  return { failures, notBeforeMs: voidedAtMs + (waitsMs[failures - 1] ?? 0) };
}

/** Whether the next one may still come to something. */
export function mayTryAgain(own: OwnTurns | null): boolean {
  return (own?.failures ?? 0) <= waitsMs.length;
}
