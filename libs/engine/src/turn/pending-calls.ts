import { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';

/** Calls that the turn goes on without, and whose end belongs to what it leaves. */
export class PendingCalls {
  readonly #calls = new Set<string>();
  readonly #ended = new Channel<null>();

  begin(callId: string): void {
    this.#calls.add(callId);
  }

  /** Nothing changes where it was not pending. */
  end(callId: string): void {
    if (this.#calls.delete(callId)) this.#ended.put(null);
  }

  get calls(): readonly string[] {
    return [...this.#calls];
  }

  /** Waits until none is under way. */
  *all(): Script<void> {
    while (this.#calls.size > 0) yield* this.#ended.take();
  }
}
