import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { DataKey } from './data-key.js';
import { associatedData, describePlace, type SealedPlace } from './sealed-place.js';

/** Returns `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** First byte of every sealed value. The content is padded. */
const format = 2;
/** As `format`, but without padding. Opened only. */
const unpaddedFormat = 1;
const keyIdBytes = 16;
/** With random nonces of 96 bits, one key may encrypt 2^32 values (NIST SP 800-38D, 8.3). Never derived. */
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + nonceBytes;
/** The first byte of the padding; the rest is zero (ISO/IEC 7816-4). */
const paddingMark = 0x80;
const paddingStep = 64;

/** A sealed value that does not open: another key, another place, or a changed byte. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';

  constructor(place: SealedPlace, cause?: unknown) {
    super(`What is sealed as ${place.purpose} does not open here: ${describePlace(place)}`, { cause });
  }
}

/**
 * Encrypts for one place with AES-256-GCM. The content is padded in steps, so that its length says little: it stays
 * readable when the key is destroyed.
 * @returns base64 of format ‖ id of the key ‖ nonce ‖ ciphertext ‖ tag.
 */
export function seal(plain: Uint8Array, place: SealedPlace, key: DataKey, random: RandomBytes): string {
  const nonce = random(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.sealingKey(place.purpose), nonce);
  cipher.setAAD(dataOf(format, place));
  const padding = Buffer.alloc(paddedBytes(plain.length) - plain.length);
  padding[0] = paddingMark;
  const tagAt = headBytes + plain.length + padding.length;
  const sealed = Buffer.allocUnsafe(tagAt + tagBytes);
  sealed[0] = format;
  sealed.set(key.idBytes, 1);
  sealed.set(nonce, 1 + keyIdBytes);
  // In this mode `update` returns everything, with the length of the input.
  sealed.set(cipher.update(plain), headBytes);
  sealed.set(cipher.update(padding), headBytes + plain.length);
  cipher.final();
  sealed.set(cipher.getAuthTag(), tagAt);
  return sealed.toString('base64');
}

/** Steps of 64 bytes, from 2 KiB on of a sixteenth to a thirty-second of the length. At least one byte is added. */
function paddedBytes(length: number): number {
  const step = Math.max(paddingStep, 2 ** (Math.floor(Math.log2(length + 1)) - 4));
  return Math.ceil((length + 1) / step) * step;
}

/** @throws BrokenSealError */
export function open(sealed: string, place: SealedPlace, key: DataKey): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const [found] = bytes;
  const isUnderKey =
    (found === format || found === unpaddedFormat) &&
    bytes.length >= headBytes + tagBytes &&
    key.idBytes.equals(bytes.subarray(1, 1 + keyIdBytes));
  if (!isUnderKey) throw new BrokenSealError(place);
  const nonce = bytes.subarray(1 + keyIdBytes, headBytes);
  const decipher = createDecipheriv('aes-256-gcm', key.sealingKey(place.purpose), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(dataOf(found, place)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    const plain = decipher.update(bytes.subarray(headBytes, -tagBytes));
    decipher.final();
    return found === format ? plain.subarray(0, plain.lastIndexOf(paddingMark)) : plain;
  } catch (cause) {
    throw new BrokenSealError(place, cause);
  }
}

/** With the format, which decides where the content ends. The first one did not cover it. */
function dataOf(found: typeof format | typeof unpaddedFormat, place: SealedPlace): Buffer {
  const data = associatedData(place);
  return found === format ? Buffer.concat([Buffer.of(format), data]) : data;
}
