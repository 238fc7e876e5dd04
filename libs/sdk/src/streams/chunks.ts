import { NetworkError } from '../errors/client-errors.js';

/**
 * The bytes of a body as they come. Leaving the loop ends the connection.
 * @throws NetworkError where it breaks off; the signal's reason where it is aborted
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await read(reader, signal);
      if (done) return;
      yield value;
    }
  } finally {
    // What has failed can't be cancelled, and need not be.
    await reader.cancel().catch(() => undefined);
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined) {
  try {
    return await reader.read();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new NetworkError('The stream broke off.', { cause });
  }
}
