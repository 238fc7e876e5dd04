import type { AnyRpcMethod } from './definition.js';
import type { StreamReply } from './incoming-call.js';

/**
 * Sends what the handler yields, one message at a time. If the caller leaves, calls the iterator's `return()` at once,
 * so that a waiting source notices it. Waits for the handler's clean-up.
 */
export async function sendMessages(
  method: AnyRpcMethod,
  messages: AsyncIterable<unknown>,
  reply: StreamReply,
  signal: AbortSignal,
): Promise<void> {
  const iterator = messages[Symbol.asyncIterator]();
  let returned: Promise<unknown> | undefined;
  const giveUp = (): Promise<unknown> => (returned ??= Promise.resolve(iterator.return?.()));
  const onAbort = (): void => void giveUp().catch(() => undefined);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      if (signal.aborted) break;
      const sending = reply.send(method.responseSerialize(next.value));
      if (sending) await sent(sending, signal);
    }
    await giveUp();
  } catch (error) {
    await giveUp().catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves once there is room for the next message, or the caller is gone. */
function sent(sending: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    sending.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
