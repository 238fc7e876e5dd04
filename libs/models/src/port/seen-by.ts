import type { CallFailure } from '@svc/engine';
import { failureKind, toModelFailure } from '../asking/to-model-failure.js';

/** How a call ended, to its record: whoever aborts gave it up. */
export function kindSeenBy(signal: AbortSignal, failure: unknown): CallFailure {
  return signal.aborted ? 'cancelled' : failureKind(failure);
}

/** To a caller who has aborted, its own reason is what ended the call. */
export function seenBy(signal: AbortSignal, failure: unknown): unknown {
  return signal.aborted ? signal.reason : toModelFailure(failure);
}
