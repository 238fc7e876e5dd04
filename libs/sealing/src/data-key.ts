import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { SealPurpose } from './sealed-place.js';

const keyBytes = 32;
const idBytes = 16;

/** What a keyed hash is for. Each use has a key of its own, so that hashes of different uses can't be compared. */
export type HashUse = 'model-call' | 'model-request' | 'blob-address';

/**
 * The key of one subject. What is known of the subject is sealed under keys that HKDF-SHA256 (RFC 5869) derives from it,
 * one for each purpose; destroying it shuts all of that for ever.
 */
export class DataKey {
  readonly #secret: Uint8Array;
  readonly #derived = new Map<string, KeyObject>();
  /** The id as it stands in everything sealed. */
  readonly idBytes: Buffer;

  /**
   * @param id a UUID that stands in everything sealed.
   * @param secret 32 random bytes.
   */
  constructor(
    readonly id: string,
    secret: Uint8Array,
  ) {
    if (secret.length !== keyBytes) throw new RangeError(`A data key has ${keyBytes} bytes.`);
    this.#secret = secret;
    this.idBytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    if (this.idBytes.length !== idBytes) throw new RangeError('The id of a data key is a UUID.');
  }

  sealingKey(purpose: SealPurpose): KeyObject {
    return this.#derive(`svc.seal.${purpose}`);
  }

  /** HMAC-SHA256 in hex. Without the key nobody can guess what was hashed, however few the possibilities. */
  hash(use: HashUse, value: string | Uint8Array): string {
    return createHmac('sha256', this.#derive(`svc.hash.${use}`))
      .update(value)
      .digest('hex');
  }

  #derive(label: string): KeyObject {
    let key = this.#derived.get(label);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#secret, '', label, keyBytes)));
      this.#derived.set(label, key);
    }
    return key;
  }
}
