import { setTimeout as pause } from 'node:timers/promises';

/** Time limit: longer than any wait on a busy machine, shorter than a test's limit. */
const usuallyWithinMs = 100_000;

/** Repeats until the expectation holds. */
export async function eventually(
  holds: () => void | Promise<void>,
  withinMs = usuallyWithinMs,
  lookEveryMs = 10,
): Promise<void> {
  for (const deadline = performance.now() + withinMs; ;) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(lookEveryMs);
    }
  }
}
