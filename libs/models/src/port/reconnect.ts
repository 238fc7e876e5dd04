import { networkFailure } from './network-failure.js';

/** A connection that was open and broke, as one does that the server closed while it lay idle. */
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Makes a call, and makes it once more when its connection breaks before an answer has begun: model calls have no
 * effects, and kept-alive connections end at any time. Other failures are the caller's to judge.
 */
export async function withReconnect<Result>(call: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await call();
  } catch (failure) {
    const network = networkFailure(failure);
    if (network === null || !broken.has(network.code)) throw failure;
    return await call();
  }
}
