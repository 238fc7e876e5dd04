import { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';

/** Choices that were made, and whose reasons are still under way. */
export class PendingReasons {
  readonly #calls = new Set<string>();
  readonly #ended = new Channel<null>();

  begin(callId: string): void {
    this.#calls.add(callId);
  }

  /** It came, or never will. */
  end(callId: string): void {
    this.#calls.delete(callId);
    this.#ended.put(null);
  }

  get calls(): readonly string[] {
    return [...this.#calls];
  }

  /** Waits until none is under way. */
  *all(): Script<void> {
    while (this.#calls.size > 0) yield* this.#ended.take();
  }
}
