import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { sleep } from './sleep.js';
import type { TurnWalk } from './turn-walk.js';

/** From the end of the message on, in ms: nobody hears of what is waited for, and a turn is not kept open for it. */
export const maxReasonMs = 1_500;

/**
 * Waits within a bound for what belongs to the record of the turn: the reasons of its choices, and what messages have cost
 * that were not said. Then the calls of reasons are stopped, which they are recorded with.
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
