import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/** Gives `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** What a secret is sealed for. Each purpose has a key of its own, derived from the master key. */
export type SealPurpose = 'signing-key' | 'user-variable';

/** Authenticated encryption of stored secrets. */
export interface Sealer {
  /** @param place where the secret is stored; it opens nowhere else. */
  seal(secret: Uint8Array, place: string): Buffer;
  /** @throws Error when the master key or the place is another one, or a byte was changed. */
  open(sealed: Uint8Array, place: string): Buffer;
}

const masterKeyBytes = 32;
/** First byte of everything sealed, so that the format can change. */
const formatVersion = 1;
/** NIST SP 800-38D, 8.2.2: a random nonce of 96 bits serves 2^32 messages under one key. */
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a key that HKDF-SHA256 (RFC 5869) derives for one purpose.
 * @param masterKey 32 bytes.
 */
export function createSealer(masterKey: Uint8Array, purpose: SealPurpose, random: RandomBytes): Sealer {
  if (masterKey.length !== masterKeyBytes)
    throw new RangeError(`The master key has ${masterKeyBytes} bytes.`);
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', `svc.identity.${purpose}`, 32));
  return {
    seal(secret, place) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      if (sealed[0] !== formatVersion) throw new Error('This secret was sealed in an unknown format.');
      const bytes = Buffer.from(sealed);
      const nonceEnd = 1 + nonceBytes;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, nonceEnd), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(nonceEnd, nonceEnd + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceEnd + tagBytes)), decipher.final()]);
    },
  };
}
