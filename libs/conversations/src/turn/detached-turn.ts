import type { TurnEvent } from './turn-event.js';

export type CompletedTurn = Extract<TurnEvent, { readonly type: 'interaction-complete' }>;

/**
 * A turn that goes on when its reader leaves. Its events are kept until they are read: one message and its calls of tools bound
 * them.
 */
export class DetachedTurn {
  readonly #events: TurnEvent[] = [];
  #wake = (): void => undefined;
  #hasEnded = false;
  #isRead = true;
  #failure: { readonly error: unknown } | undefined;
  /** Null: it is void, or its outcome is unknown. Never rejects. */
  readonly completed: Promise<CompletedTurn | null>;

  constructor(source: AsyncGenerator<TurnEvent, void, void>) {
    this.completed = this.#run(source);
  }

  /** To be read once. Leaving does not end the turn. @throws what the turn throws */
  async *read(): AsyncGenerator<TurnEvent, void, void> {
    try {
      for (;;) {
        yield* this.#events.splice(0);
        if (this.#events.length > 0) continue;
        if (this.#failure) throw this.#failure.error;
        if (this.#hasEnded) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#isRead = false;
      this.#events.length = 0;
    }
  }

  async #run(source: AsyncGenerator<TurnEvent, void, void>): Promise<CompletedTurn | null> {
    let completed: CompletedTurn | null = null;
    try {
      for await (const event of source) {
        if (event.type === 'interaction-complete') completed = event;
        if (this.#isRead) this.#events.push(event);
        this.#wake();
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#hasEnded = true;
    this.#wake();
    return completed;
  }
}
