import { Channel } from '../runtime/channel.js';
import { Latch } from '../runtime/latch.js';
import { fork, type ForkedScript, type Script } from '../runtime/script.js';
import type { Speech } from '../speech/speech.js';
import { engage } from './engage.js';
import type { Stop } from './stop.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * The message of a state that is still being judged, worded already. Nothing of it is said, and nothing that becomes of its
 * call counts, before it is known that the turn stays there.
 */
export class MessageAhead {
  #wording: ForkedScript | null = null;
  readonly #wanted = new Latch();
  readonly #said = new Channel<Speech>();

  constructor(
    readonly walk: TurnWalk,
    readonly stop: Stop,
  ) {}

  /** Asks the model for it, once. */
  *begin(): Script<void> {
    this.#wording ??= yield* fork(this.#word());
  }

  /** Says what has come of it, and then each piece as it comes. @throws as `engage` does */
  *say(): Script<Speech> {
    this.#wanted.open();
    // Where no model had to be asked for the choice.
    yield* this.begin();
    return yield* this.#said.take();
  }

  /** The turn does not stay: takes its call back. */
  drop(): void {
    this.#wording?.cancel();
  }

  *#word(): Script<void> {
    this.#said.put(yield* engage(this.walk, this.stop, () => this.#wanted.opened()));
  }
}
