import { base62Of, checksumDigits, checksumOf, secretDigits, secretText } from './secret-text.js';

/**
 * A workspace key: `svcp_<key id>_<secret>`. The secret is 256 random bits as 43 base-62 digits, then a CRC-32 of everything
 * before as 6 more. It has only letters, digits and underscores, since it is also the token of a WebSocket subprotocol (RFC
 * 9110 section 5.6.2).
 */
const prefix = 'svcp_';
const keyIdBytes = 12;
/** 96 bits. */
const keyIdDigits = 16;
const keyIdForm = `[0-9A-Za-z]{${keyIdDigits}}`;
const form = new RegExp(`^${prefix}(${keyIdForm})_[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

/** Every workspace key begins with this, and no token does. */
export function looksLikeWorkspaceKey(text: string): boolean {
  return text.startsWith(prefix);
}

/** @param random at least 12 bytes from a cryptographic source. */
export function formatWorkspaceKeyId(random: Uint8Array): string {
  if (random.length < keyIdBytes) throw new RangeError(`the id of a key takes ${keyIdBytes} random bytes`);
  return base62Of(random, keyIdDigits);
}

/** @param random exactly 32 bytes from a cryptographic source. */
export function formatWorkspaceKey(keyId: string, random: Uint8Array): string {
  const checked = `${prefix}${keyId}_${secretText(random)}`;
  return `${checked}${checksumOf(checked)}`;
}

/** The id in a key; null for text without the form of a key, including its checksum. */
export function workspaceKeyIdOf(text: string): string | null {
  const keyId = form.exec(text)?.[1];
  if (keyId === undefined) return null;
  return text.slice(-checksumDigits) === checksumOf(text.slice(0, -checksumDigits)) ? keyId : null;
}

/** Text of another form can't be the id of a key. */
export function isWorkspaceKeyId(text: string): boolean {
  return new RegExp(`^${keyIdForm}$`).test(text);
}
