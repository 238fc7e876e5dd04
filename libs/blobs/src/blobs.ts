import type { BlobPlace, StoredBlob } from './stored-blob.js';

/**
 * Stores values that are too large for an event. A value never changes. It is found only by tenant, owner and address,
 * and deleted with its owner. The bytes are opaque here: see `plainBlob` and `sealBlob`.
 */
export interface Blobs {
  /**
   * Resolves when the bytes are stored; a repetition changes nothing.
   * @throws BlobTooLargeError; SubjectErasedError where owners can be subjects
   */
  put(blob: StoredBlob): Promise<void>;
  /** Undefined when there is no such value. */
  get(place: BlobPlace): Promise<Buffer | undefined>;
  /** In the order of the places. All are in memory together: ask for as many as fit. */
  getMany(places: readonly BlobPlace[]): Promise<readonly (Buffer | undefined)[]>;
  /**
   * Deletes all values of the owner, in all tenants, without a key. Can be repeated, also after an interruption.
   */
  deleteByOwner(owner: string): Promise<void>;
}
