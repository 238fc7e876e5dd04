/** Waits before the second try of a stage and each further one, in ms. A stage that has failed behind the last has failed. */
const waitsMs = [5_000, 30_000, 120_000, 600_000] as const;

/** No stage waits for longer. */
export const maxWaitMs = Math.max(...waitsMs);

/** @param failures of the stage so far, this one included. @returns null: it is not tried again by itself. */
export function retryAfterMs(failures: number): number | null {
  return waitsMs[failures - 1] ?? null;
}
