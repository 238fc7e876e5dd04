import type { PromptMessage } from '@svc/engine';
import type { AttemptLog } from './attempt-log.js';
import { networkErrorKind } from './network-error.js';
import { failureKind } from './to-model-error.js';

/** An open connection that broke, for example because the server closed it while idle. */
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Makes a call, and repeats it once when its connection breaks before the response begins: model calls have no effects, and
 * kept-alive connections end at any time. Other failures go to the caller. Each request is an attempt.
 */
export async function withReconnect<Result>(
  attempts: AttemptLog,
  addedMessages: readonly PromptMessage[],
  call: () => PromiseLike<Result>,
): Promise<Result> {
  attempts.begin(addedMessages);
  try {
    return await call();
  } catch (error) {
    const network = networkErrorKind(error);
    if (network === null || !broken.has(network.code)) throw error;
    attempts.end(failureKind(error));
    attempts.begin(addedMessages);
    return await call();
  }
}
