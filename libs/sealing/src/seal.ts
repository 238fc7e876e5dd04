import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { DataKey } from './data-key.js';
import { associatedData, describePlace, type SealedPlace } from './sealed-place.js';

/** Returns `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** First byte of every sealed value, so that the format can change. */
const format = 1;
const keyIdBytes = 16;
/** With random nonces of 96 bits, one key may encrypt 2^32 values (NIST SP 800-38D, 8.3). Never derived. */
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + nonceBytes;

/** A sealed value that does not open: another key, another place, or a changed byte. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';

  constructor(place: SealedPlace, cause?: unknown) {
    super(`What is sealed as ${place.purpose} does not open here: ${describePlace(place)}`, { cause });
  }
}

/**
 * Encrypts for one place with AES-256-GCM.
 * @returns base64 of format ‖ id of the key ‖ nonce ‖ ciphertext ‖ tag.
 */
export function seal(plain: Uint8Array, place: SealedPlace, key: DataKey, random: RandomBytes): string {
  const nonce = random(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.sealingKey(place.purpose), nonce);
  cipher.setAAD(associatedData(place));
  const sealed = Buffer.allocUnsafe(headBytes + plain.length + tagBytes);
  sealed[0] = format;
  sealed.set(key.idBytes, 1);
  sealed.set(nonce, 1 + keyIdBytes);
  // In this mode `update` returns everything, with the length of the input.
  sealed.set(cipher.update(plain), headBytes);
  cipher.final();
  sealed.set(cipher.getAuthTag(), headBytes + plain.length);
  return sealed.toString('base64');
}

/** @throws BrokenSealError */
export function open(sealed: string, place: SealedPlace, key: DataKey): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const isUnderKey =
    bytes[0] === format &&
    bytes.length >= headBytes + tagBytes &&
    key.idBytes.equals(bytes.subarray(1, 1 + keyIdBytes));
  if (!isUnderKey) throw new BrokenSealError(place);
  const nonce = bytes.subarray(1 + keyIdBytes, headBytes);
  const decipher = createDecipheriv('aes-256-gcm', key.sealingKey(place.purpose), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associatedData(place)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    const plain = decipher.update(bytes.subarray(headBytes, -tagBytes));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new BrokenSealError(place, cause);
  }
}
