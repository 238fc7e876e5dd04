/**
 * The ids of erased subjects, stored outside the reach of any restore: a backup brings their keys back, and this list
 * knows that these must not be used.
 */
export interface ErasureList {
  /** @throws StartupError when it can't be read */
  read(): Promise<ReadonlySet<string>>;
  /**
   * Resolves once they are on stable storage; given none, once the list is known to be writable. Callers allow one
   * writer at a time.
   * @throws StartupError when it can't be written
   */
  add(subjects: readonly string[]): Promise<void>;
}
