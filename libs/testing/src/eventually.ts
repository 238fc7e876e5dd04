import { setTimeout as pause } from 'node:timers/promises';

/** A bound for what never comes: longer than anything waits on a busy machine, and shorter than the bound of a test. */
const usuallyWithinMs = 100_000;

/** Asks again until it holds: what other work brings comes when it comes, and no test asserts when. */
export async function eventually(
  holds: () => void | Promise<void>,
  withinMs = usuallyWithinMs,
): Promise<void> {
  for (const deadline = performance.now() + withinMs; ;) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(10);
    }
  }
}
