import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';

/** The Ed25519 key (RFC 8032) by which a context signs its events. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** 32 bytes; for consumers. */
  readonly publicKey: Buffer;
}

/** What stands before the 32 bytes of a private and of a public key in DER (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 secret bytes; the same seed gives the same key. */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = der.subarray(publicPrefix.length);
  return { id: keyIdOf(publicKey), privateKey, publicKey };
}

/** Names a key in the messages that it signs: the start of a hash of it, so nobody can choose the id of another key. */
export function keyIdOf(publicKey: Uint8Array): string {
  return hash('sha256', publicKey, 'hex').slice(0, 16);
}

export function verifyingKeyOf(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' });
}
