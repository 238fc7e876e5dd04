import { createHash, timingSafeEqual } from 'node:crypto';
import { checksumDigits, checksumOf, secretDigits, secretText } from './secret-text.js';

/**
 * The secret of an API key: `svc_`, 256 random bits as 43 base-62 digits, and a CRC-32 of these as 6 more. Prefix and
 * checksum let scanners find leaked keys, and let us refuse typing errors without a query.
 */
const prefix = 'svc_';
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

/** @param random exactly 32 bytes from a cryptographic source. */
export function formatApiKey(random: Uint8Array): string {
  const secret = secretText(random);
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Whether the text has the form of an API key, checksum included; says nothing about whether it exists. */
export function isApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  const secret = text.slice(prefix.length, -checksumDigits);
  return text.slice(-checksumDigits) === checksumOf(secret);
}

/** What is stored. A plain hash is enough: the secret has 256 random bits, which no dictionary holds. */
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
