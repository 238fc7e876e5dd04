import type { SubjectKey } from './subject-keys.js';

interface Held {
  readonly key: SubjectKey;
  holders: number;
}

/** Keys that are in use, for as long as somebody holds them. */
export class HeldKeys {
  readonly #held = new Map<string, Held>();

  get(subject: string): SubjectKey | undefined {
    return this.#held.get(subject)?.key;
  }

  /** @returns lets go; once is enough. */
  hold(subject: string, key: SubjectKey): () => void {
    const held = this.#held.get(subject) ?? { key, holders: 0 };
    held.holders += 1;
    this.#held.set(subject, held);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held.holders -= 1;
      if (held.holders === 0 && this.#held.get(subject) === held) this.#held.delete(subject);
    };
  }

  forget(subject: string): void {
    this.#held.delete(subject);
  }
}
