import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { SealPurpose } from './sealed-place.js';

const keyBytes = 32;
const idBytes = 16;

/** The purpose of a keyed hash. Each has its own key, so that hashes of different purposes can't be compared. */
export type HashUse = 'model-call' | 'model-request' | 'blob-address';

/**
 * The key of one subject. The subject's data is sealed under keys that HKDF-SHA256 (RFC 5869) derives from it, one for
 * each purpose. Without it none of that data opens.
 */
export class DataKey {
  readonly #secret: Uint8Array;
  readonly #derived = new Map<string, KeyObject>();
  /** The id as in every sealed value. */
  readonly idBytes: Buffer;

  /**
   * @param id a UUID, part of every sealed value.
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

  /** HMAC-SHA256 in hex. Without the key nobody can guess the input, even if there are few possibilities. */
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
