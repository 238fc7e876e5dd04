import { hash } from 'node:crypto';
import type { TenantId } from '@svc/kernel';
import { lengthPrefixed } from '@svc/sealing';
import type { BlobOwner, BlobPlace, StoredBlob } from './stored-blob.js';

/** The bytes don't match their address. */
export class BlobMismatchError extends Error {
  override readonly name = 'BlobMismatchError';

  constructor({ owner, address }: BlobPlace) {
    super(`The bytes at ${address} of ${owner} are not those that the address names.`);
  }
}

/**
 * A value without a subject, stored in plain form. Its address is the SHA-256 of tenant and bytes, each prefixed by
 * its length.
 */
export function plainBlob({ tenantId, owner }: BlobOwner, bytes: Uint8Array): StoredBlob {
  return { tenantId, owner, address: plainAddress(tenantId, bytes), content: bytes };
}

/** @throws BlobMismatchError when the bytes are damaged, or belong to another place. */
export function assertPlainBlob({ content, ...place }: StoredBlob): void {
  if (plainAddress(place.tenantId, content) !== place.address) throw new BlobMismatchError(place);
}

function plainAddress(tenantId: TenantId, bytes: Uint8Array): string {
  return hash('sha256', lengthPrefixed([tenantId, bytes]), 'hex');
}
