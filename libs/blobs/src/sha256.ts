import { hash } from 'node:crypto';
import { BlobMismatchError } from './blobs.js';

/** @throws BlobMismatchError */
export function assertSha256(bytes: Uint8Array, sha256: string): void {
  if (hash('sha256', bytes, 'hex') !== sha256) throw new BlobMismatchError(sha256);
}
