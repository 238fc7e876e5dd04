/** @returns the quantile `part` (0 to 1) of the values. */
export function percentile(values, part) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/**
 * Runs `workers` loops of one step after the other until `untilMs` have passed.
 * A step may return its own duration in ms, to exclude other work.
 * @returns steps per second and the durations of the steps in ms
 */
export async function loop(workers, untilMs, makeStep) {
  const durations = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      const step = makeStep(index);
      while (performance.now() - startedAt < untilMs) {
        const before = performance.now();
        const own = await step();
        durations.push(typeof own === 'number' ? own : performance.now() - before);
      }
    }),
  );
  return { perSecond: (durations.length * 1_000) / (performance.now() - startedAt), durations };
}
