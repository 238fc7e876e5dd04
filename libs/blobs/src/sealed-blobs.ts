import { SubjectErasedError } from '@svc/errors';
import type { RandomBytes, SubjectKeys } from '@svc/sealing';
import type { Blobs } from './blobs.js';
import { openBlob, sealBlob } from './sealed-blob.js';
import type { BlobOwner, BlobPlace } from './stored-blob.js';

export interface SealedBlobsOptions {
  /** Must refuse what an erased subject would own. */
  readonly blobs: Blobs;
  readonly keys: SubjectKeys;
  readonly random: RandomBytes;
}

/** Values of subjects: sealed when they are put, opened when they are read. */
export class SealedBlobs {
  readonly #blobs: Blobs;
  readonly #keys: SubjectKeys;
  readonly #random: RandomBytes;

  constructor({ blobs, keys, random }: SealedBlobsOptions) {
    this.#blobs = blobs;
    this.#keys = keys;
    this.#random = random;
  }

  /**
   * @returns the address.
   * @throws SubjectErasedError; BlobTooLargeError; DomainError `service_unavailable`
   */
  async put(owner: BlobOwner, bytes: Uint8Array): Promise<string> {
    const key = await this.#keys.get(owner.owner);
    if (key === 'erased') throw new SubjectErasedError(owner.owner);
    const blob = sealBlob(owner, bytes, key, this.#random);
    await this.#blobs.put(blob);
    return blob.address;
  }

  /**
   * Undefined when there is no such value.
   * @throws BrokenSealError; DomainError `service_unavailable`
   */
  async get(place: BlobPlace): Promise<Buffer | 'erased' | undefined> {
    const key = await this.#keys.get(place.owner);
    if (key === 'erased') return key;
    const content = await this.#blobs.get(place);
    return content && openBlob({ ...place, content }, key);
  }
}
