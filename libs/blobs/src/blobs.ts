import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';

/** Bytes of one value: it is read and written as a whole. */
export const maxBlobBytes = 32 * 1024 * 1024;

/**
 * Values too large for an event, addressed by tenant and the SHA-256 of their bytes. A value never changes, and one
 * tenant's address finds nothing of another's.
 */
export interface Blobs {
  /**
   * Keeps the bytes for good before it resolves; repeated, nothing changes.
   * @param sha256 lower-case hex of the bytes
   * @throws BlobMismatchError when it is not their hash; BlobTooLargeError above 32 MiB
   */
  put(tenantId: TenantId, sha256: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when the tenant has no such value. @throws BlobMismatchError when what is stored is damaged */
  get(tenantId: TenantId, sha256: string): Promise<Uint8Array | undefined>;
}

/** The bytes are not those that the address names. */
export class BlobMismatchError extends Error {
  override readonly name = 'BlobMismatchError';

  constructor(sha256: string) {
    super(`The bytes do not have the SHA-256 ${sha256}.`);
  }
}

export class BlobTooLargeError extends DomainError {
  override readonly name = 'BlobTooLargeError';

  constructor(readonly byteLength: number) {
    const sizes = `it takes ${byteLength} bytes, and at most ${maxBlobBytes} can be stored`;
    super('payload_too_large', `The content is too large: ${sizes}. Shorten it.`);
  }
}
