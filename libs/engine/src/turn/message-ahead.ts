import { Channel } from '../runtime/channel.js';
import { Latch } from '../runtime/latch.js';
import { fork, type ForkedScript, type Script } from '../runtime/script.js';
import type { Speech } from '../speech/speech.js';
import { engage } from './engage.js';
import type { Stop } from './stop.js';
import type { Turn } from './turn.js';

/**
 * The message of a state, worded while the state is still judged. None of it is sent, and no outcome of its call counts, until
 * it is known that the turn stays there.
 */
export class MessageAhead {
  #wording: ForkedScript | null = null;
  readonly #wanted = new Latch();
  readonly #said = new Channel<Speech>();

  constructor(
    readonly turn: Turn,
    readonly stop: Stop,
  ) {}

  /** Requests it from the model, once. */
  *begin(): Script<void> {
    this.#wording ??= yield* fork(this.#word());
  }

  /**
   * Sends what has come, and then each piece as it comes.
   * @throws like `engage`
   */
  *say(): Script<Speech> {
    this.#wanted.open();
    // Not begun yet where the choice needed no model.
    yield* this.begin();
    return yield* this.#said.take();
  }

  /** The turn leaves the state: cancels the call. */
  drop(): void {
    this.#wording?.cancel();
  }

  *#word(): Script<void> {
    this.#said.put(yield* engage(this.turn, this.stop, () => this.#wanted.opened()));
  }
}
