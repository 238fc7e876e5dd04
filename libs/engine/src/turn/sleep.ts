import type { Script } from '../runtime/script.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * Waits this many ms. Ending it early cancels its timer.
 * @param subject names what is waited for
 */
export function* sleep(walk: TurnWalk, subject: string, afterMs: number): Script<void> {
  const { id, fired } = walk.timers.open(subject);
  walk.command({ type: 'set-timer', id, afterMs });
  try {
    yield* fired.take();
  } finally {
    if (walk.timers.close(id)) walk.command({ type: 'cancel-timer', id });
  }
}
