import { setTimeout as pause } from 'node:timers/promises';

/** Asks again until it holds: what a bus brings comes when it comes, and no test asserts when. */
export async function eventually(holds: () => void | Promise<void>, withinMs = 50_000): Promise<void> {
  for (const deadline = performance.now() + withinMs; ;) {
    try {
      return await holds();
    } catch (failure) {
      if (performance.now() > deadline) throw failure;
      await pause(10);
    }
  }
}
