import type { CallFailure } from '@svc/engine';
import { failureKind, toModelError } from '../asking/to-model-error.js';

/** How a call ended, to its record: whoever aborts gave it up. */
export function kindSeenBy(signal: AbortSignal, error: unknown): CallFailure {
  return signal.aborted ? 'cancelled' : failureKind(error);
}

/** To a caller who has aborted, its own reason is what ended the call. */
export function seenBy(signal: AbortSignal, error: unknown): unknown {
  return signal.aborted ? signal.reason : toModelError(error);
}
