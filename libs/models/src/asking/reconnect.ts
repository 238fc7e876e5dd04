import type { PromptMessage } from '@svc/engine';
import type { AttemptLog } from './attempt-log.js';
import { networkErrorKind } from './network-error.js';
import { failureKind } from './to-model-error.js';

/** A connection that was open and broke, as one does that the server closed while it lay idle. */
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Makes a call, and makes it once more when its connection breaks before an answer has begun: model calls have no
 * effects, and kept-alive connections end at any time. Other failures are the caller's to judge. Each is an attempt.
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
