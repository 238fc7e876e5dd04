import type { CallFailure } from '@svc/engine';
import { failureKind, toModelError } from '../asking/to-model-error.js';

/** How a call ended, for its record: cancelled if the caller aborted. */
export function kindSeenBy(signal: AbortSignal, error: unknown): CallFailure {
  return signal.aborted ? 'cancelled' : failureKind(error);
}

/** The error of a call as its caller gets it: the signal's reason if the caller aborted. */
export function seenBy(signal: AbortSignal, error: unknown): unknown {
  return signal.aborted ? signal.reason : toModelError(error);
}
