import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { lengthPrefixed } from './length-prefixed.js';
import type { RandomBytes } from './seal.js';

const keyBytes = 32;
const idBytes = 16;
/** First byte of every wrapped secret, so that the format can change. */
const format = 1;
/** With random nonces of 96 bits, one key may encrypt 2^32 values (NIST SP 800-38D, 8.3). */
const nonceBytes = 12;
const tagBytes = 16;

/** The purpose and place of a wrapped secret. It opens nowhere else. */
export interface WrappedPlace {
  /** `data-key`. HKDF-SHA256 (RFC 5869) derives a key for each purpose from the master key. */
  readonly purpose: string;
  /** Its row: `[subject, keyId]`. */
  readonly row: readonly string[];
}

/** A wrapped secret that does not open: another master key, another place, or a changed byte. */
export class BrokenWrappingError extends Error {
  override readonly name = 'BrokenWrappingError';

  constructor(purpose: string, cause?: unknown) {
    super(`What is wrapped as ${purpose} does not open here.`, { cause });
  }
}

/**
 * The master key of one context, derived from a common one, for an installation with one key file. The derived keys
 * reveal nothing of each other.
 * @param common 32 random bytes.
 */
export function deriveMasterKey(common: Uint8Array, context: string): Buffer {
  return Buffer.from(hkdfSync('sha256', common, '', `svc.master-key.${context}`, keyBytes));
}

/** The key of a context, which wraps the secrets in its database. It is never in the database itself. */
export class MasterKey {
  /** Names the key in what it wraps, and reveals nothing of it: 128 bits in hex. */
  readonly id: string;
  readonly #secret: Uint8Array;
  readonly #derived = new Map<string, Buffer>();

  /** @param secret 32 random bytes. */
  constructor(secret: Uint8Array) {
    if (secret.length !== keyBytes) throw new RangeError(`A master key has ${keyBytes} bytes.`);
    this.#secret = secret;
    this.id = this.#derive('svc.master.id').toString('hex', 0, idBytes);
  }

  /** AES-256-GCM. @returns format ‖ nonce ‖ ciphertext ‖ tag. */
  wrap(secret: Uint8Array, place: WrappedPlace, random: RandomBytes): Buffer {
    const nonce = random(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#wrappingKey(place), nonce);
    cipher.setAAD(lengthPrefixed(place.row));
    return Buffer.concat([
      Buffer.of(format),
      nonce,
      cipher.update(secret),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  /** @throws BrokenWrappingError */
  unwrap(wrapped: Uint8Array, place: WrappedPlace): Buffer {
    const bytes = Buffer.from(wrapped);
    if (bytes[0] !== format || bytes.length < 1 + nonceBytes + tagBytes)
      throw new BrokenWrappingError(place.purpose);
    const bodyStart = 1 + nonceBytes;
    const nonce = bytes.subarray(1, bodyStart);
    const decipher = createDecipheriv('aes-256-gcm', this.#wrappingKey(place), nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(lengthPrefixed(place.row)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(bodyStart, -tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new BrokenWrappingError(place.purpose, cause);
    }
  }

  /** 32 bytes for another purpose than wrapping. They reveal nothing of this key and of other purposes. */
  derive(purpose: string): Buffer {
    return Buffer.from(this.#derive(`svc.master.derived.${purpose}`));
  }

  #wrappingKey({ purpose }: WrappedPlace): Buffer {
    return this.#derive(`svc.master.wrap.${purpose}`);
  }

  #derive(label: string): Buffer {
    let key = this.#derived.get(label);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.#secret, '', label, keyBytes));
      this.#derived.set(label, key);
    }
    return key;
  }
}
