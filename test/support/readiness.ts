import { setTimeout as delay } from 'node:timers/promises';

/** Whether an API answers `/readyz` with 200 now. */
export async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Resolves once an API takes no new connection, or calls itself not ready. */
export async function untilRefused(baseUrl: string): Promise<void> {
  while (await isReady(baseUrl)) await delay(10);
}
