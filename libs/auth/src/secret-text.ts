import { crc32 } from 'node:zlib';

/** No character ends a word, or has a meaning in URLs, headers and subprotocols. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const secretBytes = 32;
/** 256 bits. */
export const secretDigits = 43;
export const checksumDigits = 6;

/** @param random exactly 32 bytes from a cryptographic source. */
export function secretText(random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`a secret takes ${secretBytes} random bytes`);
  return base62Of(random, secretDigits);
}

/** CRC-32: detects typing errors without a query. */
export function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), checksumDigits);
}

/** The bytes as one number, cut to `length` digits. */
export function base62Of(bytes: Uint8Array, length: number): string {
  return base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), length);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text;
}
