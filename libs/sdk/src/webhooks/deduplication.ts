/** `new`: the caller has it now. `done`: it was handled. `busy`: somebody else has it, and has not said how it went. */
export type Claim = 'new' | 'done' | 'busy';

/** Which webhooks have been handled, by their keys. One for all processes that receive them, such as a table. */
export interface DeduplicationStore {
  /** Takes the key, if nobody has. Where the store outlives its processes, a claim ends by itself, as one may die that has it. */
  claim(key: string): Claim | Promise<Claim>;
  /** What was claimed has been handled. */
  complete(key: string): void | Promise<void>;
  /** What was claimed could not be handled: the next delivery may claim it. */
  release(key: string): void | Promise<void>;
}

interface Known {
  readonly claim: 'done' | 'busy';
  readonly sinceMs: number;
}

/** Of one process. It forgets the oldest keys, and those of a month ago: older deliveries can't be repeated. */
export class MemoryDeduplicationStore implements DeduplicationStore {
  readonly #known = new Map<string, Known>();
  readonly #keptMs: number;
  readonly #maxKeys: number;
  readonly #now: () => number;

  constructor({ keptMs = 31 * 24 * 60 * 60_000, maxKeys = 100_000, now = () => Date.now() } = {}) {
    this.#keptMs = keptMs;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  claim(key: string): Claim {
    this.#forget((sinceMs) => this.#now() - sinceMs >= this.#keptMs);
    const known = this.#known.get(key);
    if (known !== undefined) return known.claim;
    this.#forget(() => this.#known.size >= this.#maxKeys);
    this.#known.set(key, { claim: 'busy', sinceMs: this.#now() });
    return 'new';
  }

  complete(key: string): void {
    this.#known.delete(key);
    this.#known.set(key, { claim: 'done', sinceMs: this.#now() });
  }

  release(key: string): void {
    this.#known.delete(key);
  }

  /** They stand in the order of their times: from the oldest on, until one is kept. */
  #forget(isOver: (sinceMs: number) => boolean): void {
    for (const [key, { sinceMs }] of this.#known) {
      if (!isOver(sinceMs)) return;
      this.#known.delete(key);
    }
  }
}
