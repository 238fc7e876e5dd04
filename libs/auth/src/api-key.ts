import { createHash, timingSafeEqual } from 'node:crypto';
import { checksumDigits, checksumOf, secretDigits, secretText } from './secret-text.js';

/**
 * The secret of an API key: `svc_`, 256 random bits as 43 base-62 digits, and their CRC-32 as 6 more. With prefix and checksum,
 * scanners find leaked keys, and we reject typing errors without a query.
 */
const prefix = 'svc_';
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

/** @param random exactly 32 bytes from a cryptographic source. */
export function formatApiKey(random: Uint8Array): string {
  const secret = secretText(random);
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Whether the text has the form of an API key, including its checksum. It need not exist. */
export function isApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  const secret = text.slice(prefix.length, -checksumDigits);
  return text.slice(-checksumDigits) === checksumOf(secret);
}

/** The stored hash. A plain SHA-256 is enough: the secret has 256 random bits, so no dictionary attack works. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey, 'utf8').digest();
}

/** Compares in constant time. */
export function matchesApiKeyHash(apiKey: string, storedSha256: Uint8Array): boolean {
  return equalHashes(hashApiKey(apiKey), storedSha256);
}

/** Compares in constant time. */
export function equalHashes(given: Uint8Array, stored: Uint8Array): boolean {
  return stored.length === given.length && timingSafeEqual(given, stored);
}
