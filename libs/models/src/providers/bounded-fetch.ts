import { ModelFailure } from '@svc/engine';

/** Longest answer that is read of a model's server, in bytes: 60,000 tokens, each in an event of its own. */
const mostBytes = 16 * 1_024 * 1_024;

/**
 * As `fetch`, for answers of servers that may never end: what is not read of them takes no memory. Nor are they followed
 * elsewhere: the key and what users say go to the address that was configured, and a redirection is a refusal.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(bounded()), { status, statusText, headers });
};

/** @throws ModelFailure `bad_output`, to whoever reads beyond the bound */
function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= mostBytes) controller.enqueue(chunk);
      else
        controller.error(
          new ModelFailure('bad_output', { privateDetail: `the answer takes more than ${mostBytes} bytes` }),
        );
    },
  });
}
