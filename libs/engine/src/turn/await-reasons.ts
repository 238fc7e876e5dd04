import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { sleep } from './sleep.js';
import type { TurnWalk } from './turn-walk.js';

/** From the end of the message on, in ms: nobody hears of a reason, and a turn is not kept open for one. */
export const mostReasonMs = 1_500;

/** Waits for the reasons of the turn's choices, within a bound; then their calls are stopped, which they are recorded with. */
export function* awaitReasons(walk: TurnWalk): Script<void> {
  const { reasons } = walk;
  if (reasons.calls.length === 0) return;
  const first = yield* race({ came: reasons.all(), late: sleep(walk, 'reasons', mostReasonMs) });
  if (first.by === 'came') return;
  for (const id of reasons.calls) walk.command({ type: 'stop-model', id });
  yield* reasons.all();
}
