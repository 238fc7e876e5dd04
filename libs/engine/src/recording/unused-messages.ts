import type { UnusedMessage } from '../model/unused-message.js';
import type { RecordedCall } from '../protocol/recorded-call.js';

/** How a turn ended. `unknown`: it may or may not be stored. */
export type TurnOutcome = 'completed' | 'cancelled' | 'failed' | 'unknown';

/** @param calls of a turn that is over. A failed one is not an unused message: it is measured as a failure. */
export function unusedMessages(
  calls: readonly RecordedCall[],
  outcome: TurnOutcome,
): readonly UnusedMessage[] {
  return calls.flatMap(({ kind, model, attempts, failure }, place) => {
    const last = attempts.at(-1);
    if (kind !== 'engage' || last === undefined) return [];
    const reason = reasonOf(failure, place < calls.length - 1, outcome);
    return reason === null ? [] : [{ model: last.model ?? model, reason }];
  });
}

/** @param isFollowed whether the turn made another call after it */
function reasonOf(
  failure: RecordedCall['failure'],
  isFollowed: boolean,
  outcome: TurnOutcome,
): UnusedMessage['reason'] | null {
  if (failure === 'cancelled' && isFollowed) return 'moved_on';
  if (failure !== null && failure !== 'cancelled') return null;
  if (outcome === 'cancelled') return 'turn_cancelled';
  return outcome === 'failed' ? 'turn_failed' : null;
}
