import { ModelError } from '@svc/engine';

/** Maximum size of a response from a model's server, in bytes: 60,000 tokens, each in its own event. */
const maxBytes = 16 * 1_024 * 1_024;

/**
 * `fetch` for untrusted servers. Responses are bounded, since some never end. Redirects are rejected: the key and user text go
 * only to the configured address.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(bounded(body), { status, statusText, headers });
};

/**
 * Reads chunk by chunk on demand. A transform stream would double the cost of each chunk, which is often one token.
 * @throws ModelError `bad_output` to a reader beyond the bound
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
