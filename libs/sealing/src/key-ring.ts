import type { Clock } from '@svc/kernel';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { DataKey } from './data-key.js';
import { PinnedKeys } from './pinned-keys.js';
import {
  maxKeysAtOnce,
  MissingKeyError,
  type KeySource,
  type SubjectKey,
  type SubjectKeys,
} from './subject-keys.js';

const maxKeys = 10_000;
/** How long a key may still open data after its destruction. The database refuses writes at once. */
const freshMs = 5_000;

interface KnownKey {
  readonly key: SubjectKey;
  readonly atMs: number;
}

/**
 * Keys of subjects, cached for 5 s or while pinned. Look-ups in one round of the event loop share a request to the
 * source.
 */
export class KeyRing implements SubjectKeys {
  readonly #clock: Clock;
  readonly #known = new LRUCache<string, KnownKey>({ max: maxKeys });
  readonly #held = new PinnedKeys();
  readonly #loader: DataLoader<string, SubjectKey>;
  /** Counts the calls of `forget`: a response to an earlier request must not bring a key back. */
  #forgotten = 0;

  constructor({ source, clock }: { readonly source: KeySource; readonly clock: Clock }) {
    this.#clock = clock;
    this.#loader = new DataLoader((subjects) => this.#ask(source, subjects), {
      cache: false,
      maxBatchSize: maxKeysAtOnce,
      batchScheduleFn: (send) => void setImmediate(send),
    });
  }

  async get(subject: string): Promise<SubjectKey> {
    return this.#freshKey(subject) ?? (await this.#loader.load(subject));
  }

  async getAll(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> {
    const answers = [...new Set(subjects)].map(
      async (subject) => [subject, await this.get(subject)] as const,
    );
    return new Map(await Promise.all(answers));
  }

  /**
   * Takes a key from another response of identity, which saves a request. A destroyed key is pinned by nobody from
   * then on.
   * @returns the same key: the cached object if there is one, with its derived keys.
   */
  learn(subject: string, key: SubjectKey): SubjectKey {
    const before = this.#known.get(subject)?.key;
    const kept = isSame(before, key) ? before : key;
    if (key === 'erased') this.#held.forget(subject);
    this.#known.set(subject, { key: kept, atMs: this.#clock.now() });
    return kept;
  }

  /**
   * Keeps a key for longer than 5 s, for work that the database stops if the subject is erased.
   * @param onErased called once, if this process learns of the subject's erasure while the key is pinned.
   * @returns a function that releases the key.
   */
  pin(subject: string, key: SubjectKey, onErased: () => void = () => undefined): () => void {
    return this.#held.pin(subject, key, onErased);
  }

  /** The subject was erased: the next look-up asks for its key again, also where it is pinned. */
  forget(subject: string): void {
    this.#forgotten += 1;
    this.#known.delete(subject);
    this.#held.forget(subject);
  }

  #freshKey(subject: string): SubjectKey | undefined {
    const held = this.#held.get(subject);
    if (held) return held;
    const known = this.#known.get(subject);
    return known && this.#clock.now() - known.atMs < freshMs ? known.key : undefined;
  }

  /** In the order of the subjects, with an outcome for each. */
  async #ask(source: KeySource, subjects: readonly string[]): Promise<(SubjectKey | Error)[]> {
    const distinct = [...new Set(subjects)];
    const forgotten = this.#forgotten;
    const found = await source.keysOf(distinct);
    const isCurrent = forgotten === this.#forgotten;
    if (isCurrent) for (const [subject, key] of found) this.learn(subject, key);
    return subjects.map((subject) => found.get(subject) ?? new MissingKeyError(subject));
  }
}

function isSame(one: SubjectKey | undefined, other: SubjectKey): one is SubjectKey {
  return one === other || (one instanceof DataKey && other instanceof DataKey && one.id === other.id);
}
