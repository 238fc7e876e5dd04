import { lengthPrefixed, open, seal, type DataKey, type RandomBytes, type SealedPlace } from '@svc/sealing';
import type { BlobOwner, BlobPlace, StoredBlob } from './stored-blob.js';

/**
 * A value of a subject, sealed for its place. Equal bytes have one address, an HMAC under the subject's key, so that
 * nobody can guess them without the key. The content differs each time, and the first one stays.
 * @param owner the subject.
 */
export function sealBlob(
  { tenantId, owner }: BlobOwner,
  bytes: Uint8Array,
  key: DataKey,
  random: RandomBytes,
): StoredBlob {
  const address = key.hash('blob-address', lengthPrefixed([tenantId, bytes]));
  const place = { tenantId, owner, address };
  return { ...place, content: Buffer.from(seal(bytes, sealedPlace(place), key, random), 'base64') };
}

/** @throws BrokenSealError when it is damaged, moved, or under another key. */
export function openBlob({ content, ...place }: StoredBlob, key: DataKey): Buffer {
  const { buffer, byteOffset, byteLength } = content;
  return open(Buffer.from(buffer, byteOffset, byteLength).toString('base64'), sealedPlace(place), key);
}

function sealedPlace({ tenantId, owner, address }: BlobPlace): SealedPlace {
  return { purpose: 'blob', tenantId, owner, address };
}
