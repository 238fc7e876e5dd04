/**
 * Waits in ms before the second and each further attempt of a stage. A stage that fails after the last wait has failed
 * for good.
 */
const waitsMs = [5_000, 30_000, 120_000, 600_000] as const;

/** The longest wait of a stage. */
export const maxWaitMs = Math.max(...waitsMs);

/** @param failures of the stage so far, including this one. @returns null: no automatic retry. */
export function retryAfterMs(failures: number): number | null {
  return waitsMs[failures - 1] ?? null;
}
