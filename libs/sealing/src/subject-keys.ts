import type { DataKey } from './data-key.js';

/** What there is of a subject's key. One that was destroyed stays so. */
export type SubjectKey = DataKey | 'erased';

/** What readers and writers of sealed values need. */
export interface SubjectKeys {
  /** @throws DomainError `service_unavailable` when the key can't be had now; MissingKeyError */
  get(subject: string): Promise<SubjectKey>;
  /** The same for many at once: an answer for each. */
  getAll(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
}

/** Who keeps the keys. */
export interface KeySource {
  /**
   * @param subjects at most `maxKeysAtOnce`, each once.
   * @returns without those for which a key was never made.
   * @throws DomainError `service_unavailable`
   */
  keysOf(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
}

export const maxKeysAtOnce = 500;

/** Something is to be sealed or opened for a subject that never had a key: not erased, but wrong. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';

  constructor(readonly subject: string) {
    super(`No key was ever made for ${subject}.`);
  }
}
