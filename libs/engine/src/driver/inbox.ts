import type { TurnFact } from '../protocol/turn-fact.js';

/** What has come for a turn and was not taken yet, in the order in which it came. */
export class Inbox {
  readonly #facts: TurnFact[] = [];
  #failure: { readonly error: unknown } | null = null;
  #waiting: PromiseWithResolvers<void> | null = null;

  put(fact: TurnFact): void {
    this.#facts.push(fact);
    this.wake();
  }

  /** Before all others. */
  putFirst(fact: TurnFact): void {
    this.#facts.unshift(fact);
    this.wake();
  }

  /** Whoever takes the next fact gets this error instead. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.wake();
  }

  /** Undefined while there is none. */
  take(): TurnFact | undefined {
    if (this.#failure !== null) throw this.#failure.error;
    return this.#facts.shift();
  }

  /** All that is left. */
  rest(): readonly TurnFact[] {
    return this.#facts.splice(0);
  }

  /** Resolves once something has come, or `wake` is called. */
  come(): Promise<void> {
    if (this.#facts.length > 0 || this.#failure !== null) return Promise.resolve();
    this.#waiting ??= Promise.withResolvers<void>();
    return this.#waiting.promise;
  }

  wake(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}
