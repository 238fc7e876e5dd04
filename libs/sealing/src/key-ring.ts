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
/** So long after its destruction a key may still open what is read here. What is written is refused by the database. */
const freshMs = 5_000;

interface KnownKey {
  readonly key: SubjectKey;
  readonly atMs: number;
}

/**
 * Keys of subjects as they were at most 5 s ago, or for as long as something holds them. What is asked for in one round
 * of the event loop goes to the source together.
 */
export class KeyRing implements SubjectKeys {
  readonly #clock: Clock;
  readonly #known = new LRUCache<string, KnownKey>({ max: maxKeys });
  readonly #held = new PinnedKeys();
  readonly #loader: DataLoader<string, SubjectKey>;
  /** Counts what was forgotten: an answer to a question from before must not bring it back. */
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
   * What an answer of the keys' owner has carried, so that it need not be asked again. One that was destroyed
   * is held by nobody from then on.
   * @returns the same key: as it was known before, where it was, with what was derived from it.
   */
  learn(subject: string, key: SubjectKey): SubjectKey {
    const before = this.#known.get(subject)?.key;
    const kept = isSame(before, key) ? before : key;
    if (key === 'erased') this.#held.forget(subject);
    this.#known.set(subject, { key: kept, atMs: this.#clock.now() });
    return kept;
  }

  /**
   * Keeps a key for longer than 5 s: for work that has begun with it and that the database stops, should the subject be
   * erased meanwhile.
   * @param onErased called once, should it be known here that the subject is erased while the key is held.
   * @returns lets go.
   */
  pin(subject: string, key: SubjectKey, onErased: () => void = () => undefined): () => void {
    return this.#held.pin(subject, key, onErased);
  }

  /** The subject was erased: its key is asked for again, by those who hold it as well. */
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

  /** In the order of the subjects, each answered for itself. */
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
