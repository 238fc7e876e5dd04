const dayMs = 86_400_000;
const earlyMs = 7 * dayMs;
const lateMs = dayMs;

export interface ApiKeyLife {
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * When the owners of a key are warned that it expires: 7 days and 1 day before. A key that lives 7 days or less has
 * one warning: a day after its creation, or at half of its life if that is earlier.
 */
export function warningTimes({ createdAtMs, expiresAtMs }: ApiKeyLife): readonly number[] {
  const lifeMs = expiresAtMs - createdAtMs;
  if (lifeMs <= earlyMs) return [createdAtMs + Math.min(dayMs, Math.floor(lifeMs / 2))];
  return [expiresAtMs - earlyMs, expiresAtMs - lateMs];
}

/** The first after `afterMs`; null: none is left. @param afterMs the last warning, or the creation. */
export function nextWarningAt(life: ApiKeyLife, afterMs: number): number | null {
  return warningTimes(life).find((atMs) => atMs > afterMs) ?? null;
}
