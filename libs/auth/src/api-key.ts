import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The secret of an API key: `svc_`, 256 random bits as 43 base-62 digits, and a CRC-32 of these as 6 more. Prefix and
 * checksum let scanners find leaked keys, and let us refuse typing errors without a query.
 */
const prefix = 'svc_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
const secretDigits = 43;
const checksumDigits = 6;
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

/** @param random exactly 32 bytes from a cryptographic source. */
export function formatApiKey(random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`an API key takes ${secretBytes} random bytes`);
  const secret = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), secretDigits);
  return `${prefix}${secret}${checksum(secret)}`;
}

/** Whether the text has the form of an API key, checksum included; says nothing about whether it exists. */
export function isApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  const secret = text.slice(prefix.length, -checksumDigits);
  return text.slice(-checksumDigits) === checksum(secret);
}

/** What is stored. A plain hash is enough: the secret has 256 random bits, which no dictionary holds. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey, 'utf8').digest();
}

/** Compares in constant time. */
export function matchesApiKeyHash(apiKey: string, storedSha256: Uint8Array): boolean {
  const given = hashApiKey(apiKey);
  return storedSha256.length === given.length && timingSafeEqual(given, storedSha256);
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), checksumDigits);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text;
}
