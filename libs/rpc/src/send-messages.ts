import type { ServerWritableStream } from '@grpc/grpc-js';
import type { AnyRpcMethod } from './definition.js';

/**
 * Sends what the handler yields, one message at a time. When the caller goes away `return()` of the iterator is called
 * at once, so that a source that waits for something else learns of it; the handler's own clean-up is awaited.
 */
export async function sendMessages(
  method: AnyRpcMethod,
  messages: AsyncIterable<unknown>,
  call: ServerWritableStream<unknown, Buffer>,
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
      await written(call, method.responseSerialize(next.value), signal);
    }
    await giveUp();
  } catch (failure) {
    await giveUp().catch(() => undefined);
    throw failure;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves once the message was handed to the connection, which waits for the caller to read, or the caller is gone. */
function written(
  call: ServerWritableStream<unknown, Buffer>,
  message: Buffer,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    call.write(message, (failure: Error | null | undefined) => {
      signal.removeEventListener('abort', onAbort);
      if (failure) reject(failure);
      else resolve();
    });
  });
}
