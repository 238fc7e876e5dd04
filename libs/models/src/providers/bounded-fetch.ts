import { ModelError } from '@svc/engine';

/** Longest answer that is read of a model's server, in bytes: 60,000 tokens, each in an event of its own. */
const maxBytes = 16 * 1_024 * 1_024;

/**
 * As `fetch`, for answers of servers that may never end: what is not read of them takes no memory. Nor are they followed
 * elsewhere: the key and what users say go to the address that was configured, and a redirection is a refusal.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(bounded(body), { status, statusText, headers });
};

/**
 * Read chunk by chunk as it is asked for: piped through a transform each chunk, which is often a token, would cost twice.
 * @throws ModelError `bad_output`, to whoever reads beyond the bound
 */
function bounded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= maxBytes) return controller.enqueue(value);
        const privateDetail = `the answer takes more than ${maxBytes} bytes`;
        controller.error(new ModelError('bad_output', { privateDetail }));
        await reader.cancel();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
