import type { DataKey } from './data-key.js';

/** The state of a subject's key. A destroyed one stays destroyed. */
export type SubjectKey = DataKey | 'erased';

/** What readers and writers of sealed values need. */
export interface SubjectKeys {
  /** @throws DomainError `service_unavailable` when the key is not available now; MissingKeyError */
  get(subject: string): Promise<SubjectKey>;
  /** The same for many at once, with an outcome for each. */
  getAll(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
}

/** The source of the keys. */
export interface KeySource {
  /**
   * @param subjects at most `maxKeysAtOnce`, each once.
   * @returns without subjects that never had a key.
   * @throws DomainError `service_unavailable`
   */
  keysOf(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
}

export const maxKeysAtOnce = 500;

/** Data of a subject that never had a key: not erased, but a bug. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';

  constructor(readonly subject: string) {
    super(`No key was ever made for ${subject}.`);
  }
}
