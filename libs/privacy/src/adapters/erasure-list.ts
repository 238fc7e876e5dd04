/**
 * The subjects that were erased, by their ids alone, kept where no restore of the database reaches: a backup brings their
 * keys back, and this is what still knows that they are not to be used.
 */
export interface ErasureList {
  /** @throws StartupError when it can't be read */
  read(): Promise<ReadonlySet<string>>;
  /**
   * Resolves once they are on stable storage; with none once it is known that the list can be written. Of several
   * writers one at a time calls this.
   * @throws StartupError when it can't be written
   */
  add(subjects: readonly string[]): Promise<void>;
}
