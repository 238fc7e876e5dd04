import type { SubjectKey } from './subject-keys.js';

interface Held {
  readonly key: SubjectKey;
  readonly holders: Set<Holder>;
}

interface Holder {
  readonly onForgotten: () => void;
}

/** Keys in use, until their holders release them. */
export class PinnedKeys {
  readonly #held = new Map<string, Held>();

  get(subject: string): SubjectKey | undefined {
    return this.#held.get(subject)?.key;
  }

  /**
   * @param onForgotten called at most once, and not after the release.
   * @returns a function that releases the key; to call it once is enough.
   */
  pin(subject: string, key: SubjectKey, onForgotten: () => void): () => void {
    const held = this.#held.get(subject) ?? { key, holders: new Set() };
    const holder = { onForgotten };
    held.holders.add(holder);
    this.#held.set(subject, held);
    return () => {
      held.holders.delete(holder);
      if (held.holders.size === 0 && this.#held.get(subject) === held) this.#held.delete(subject);
    };
  }

  forget(subject: string): void {
    const held = this.#held.get(subject);
    this.#held.delete(subject);
    for (const { onForgotten } of held?.holders ?? []) onForgotten();
  }
}
