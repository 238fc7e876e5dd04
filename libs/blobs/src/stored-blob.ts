import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';

/** The maximum of one value in its stored form: it is read and written as a whole. */
export const maxBlobBytes = 32 * 1024 * 1024;

export interface BlobOwner {
  readonly tenantId: TenantId;
  /** A subject, or the stream of the aggregate with the value: unique over all tenants. */
  readonly owner: string;
}

export interface BlobPlace extends BlobOwner {
  /** 64 lower-case hex digits, derived from tenant and bytes. */
  readonly address: string;
}

/** A value in its stored form: sealed if it belongs to a subject, else plain. */
export interface StoredBlob extends BlobPlace {
  readonly content: Uint8Array;
}

export class BlobTooLargeError extends DomainError {
  override readonly name = 'BlobTooLargeError';

  constructor(readonly byteLength: number) {
    const sizes = `it takes ${byteLength} bytes, and at most ${maxBlobBytes} can be stored`;
    super('payload_too_large', `The content is too large: ${sizes}. Shorten it.`);
  }
}

/** @throws BlobTooLargeError */
export function assertStorableSize({ byteLength }: Uint8Array): void {
  if (byteLength > maxBlobBytes) throw new BlobTooLargeError(byteLength);
}
