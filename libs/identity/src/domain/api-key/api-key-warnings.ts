const dayMs = 86_400_000;
const earlyMs = 7 * dayMs;
const lateMs = dayMs;

export interface ApiKeyLife {
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * When the owners of a key are warned that it expires: 7 days and 1 day before. Of one that lives 7 days at most once: a day
 * after its creation, or at half of its life when that comes first.
 */
export function warningTimes({ createdAtMs, expiresAtMs }: ApiKeyLife): readonly number[] {
  const lifeMs = expiresAtMs - createdAtMs;
  if (lifeMs <= earlyMs) return [createdAtMs + Math.min(dayMs, Math.floor(lifeMs / 2))];
  return [expiresAtMs - earlyMs, expiresAtMs - lateMs];
}

/** The first that has not come by then; null: all have. @param afterMs the latest that was given, or the creation. */
export function nextWarningAt(life: ApiKeyLife, afterMs: number): number | null {
  return warningTimes(life).find((atMs) => atMs > afterMs) ?? null;
}
