import { Channel } from './channel.js';
import type { Script } from './script.js';

/** Closed until it is opened, and open from then on. One script at a time waits for it. */
export class Latch {
  readonly #opened = new Channel<null>();
  #isOpen = false;

  open(): void {
    this.#isOpen = true;
    this.#opened.put(null);
  }

  *opened(): Script<void> {
    if (!this.#isOpen) yield* this.#opened.take();
  }
}
