import { sleep } from '../commands/sleep.js';
import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import type { Turn } from './turn.js';

/** In ms from the end of the message. The user sees nothing of this wait, so the turn is not kept open longer. */
export const maxReasonMs = 1_500;

/**
 * Waits, within a bound, for what belongs to the turn's record: the reasons of its choices, and the cost of unused messages.
 * Then it stops the calls for reasons, and their records show that.
 */
export function* awaitCalls({ commands }: Turn): Script<void> {
  if (commands.calls().length === 0) return;
  const first = yield* race({ ended: commands.callsEnd(), late: sleep(commands, 'reasons', maxReasonMs) });
  if (first.by === 'ended') return;
  for (const id of commands.calls('open')) commands.give({ type: 'stop-model', id });
  yield* commands.callsEnd('open');
}
