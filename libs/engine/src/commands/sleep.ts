import type { Script } from '../runtime/script.js';
import { answerTo } from './ask.js';
import type { Commands } from './commands.js';

/**
 * Waits this many ms. Ending it early cancels its timer.
 * @param subject names what is waited for
 */
export function* sleep(commands: Commands, subject: string, afterMs: number): Script<void> {
  yield* answerTo(commands, { type: 'set-timer', id: commands.nextId(`t.${subject}`), afterMs });
}
