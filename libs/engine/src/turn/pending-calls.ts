import { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';

/** Calls that the turn does not wait for now, but must end before it is stored. */
export class PendingCalls {
  readonly #calls = new Set<string>();
  readonly #ended = new Channel<null>();

  begin(callId: string): void {
    this.#calls.add(callId);
  }

  /** Does nothing where it was not pending. */
  end(callId: string): void {
    if (this.#calls.delete(callId)) this.#ended.put(null);
  }

  get calls(): readonly string[] {
    return [...this.#calls];
  }

  /** Waits until all have ended. */
  *all(): Script<void> {
    while (this.#calls.size > 0) yield* this.#ended.take();
  }
}
