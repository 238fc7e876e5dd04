import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { sleep } from './sleep.js';
import type { TurnWalk } from './turn-walk.js';

/** In ms from the end of the message. The user sees nothing of this wait, so the turn is not kept open longer. */
export const maxReasonMs = 1_500;

/**
 * Waits, within a bound, for what belongs to the turn's record: the reasons of its choices, and the cost of unused messages.
 * Then it stops the calls for reasons, and their records show that.
 */
export function* awaitEnds(walk: TurnWalk): Script<void> {
  const { reasons, calls } = walk;
  if (reasons.calls.length + calls.cancelled.calls.length === 0) return;
  const first = yield* race({ came: ends(walk), late: sleep(walk, 'reasons', maxReasonMs) });
  if (first.by === 'came') return;
  for (const id of reasons.calls) walk.command({ type: 'stop-model', id });
  yield* reasons.all();
}

function* ends({ reasons, calls }: TurnWalk): Script<void> {
  yield* reasons.all();
  yield* calls.cancelled.all();
}
