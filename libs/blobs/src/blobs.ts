import type { BlobPlace, StoredBlob } from './stored-blob.js';

/**
 * Keeps values that are too large for an event. A value never changes; it is found by tenant, owner and address alone,
 * and goes with its owner. What the bytes are is not known here: see `plainBlob` and `sealBlob`.
 */
export interface Blobs {
  /**
   * Keeps the bytes for good before it resolves; repeated, nothing changes.
   * @throws BlobTooLargeError; SubjectErasedError where owners can be subjects
   */
  put(blob: StoredBlob): Promise<void>;
  /** Undefined when there is no such value. */
  get(place: BlobPlace): Promise<Buffer | undefined>;
  /** In the order of the places. They are held in memory together: ask for as many as fit. */
  getMany(places: readonly BlobPlace[]): Promise<readonly (Buffer | undefined)[]>;
  /** Deletes what the owner has, in all tenants; no key is needed. Can be repeated, also after being interrupted. */
  deleteByOwner(owner: string): Promise<void>;
}
