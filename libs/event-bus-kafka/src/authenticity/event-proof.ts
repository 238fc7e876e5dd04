import { sign } from 'node:crypto';
import { ForeignMessageError, type PublicEvent } from '@svc/event-bus';
import type { SigningKey } from './signing-key.js';

/** What a message carries beside its event, so that consumers know that its owner has published it. */
export interface EventProof {
  /** The installation that published it: others may use the same cluster. */
  readonly installation: string;
  /** Of the owner's key. */
  readonly keyId: string;
  /** Ed25519 over `signedBytes`. */
  readonly signature: Buffer;
}

/** Signs events with the key of the context that owns them. */
export class EventSigner {
  constructor(
    private readonly installation: string,
    private readonly key: SigningKey,
  ) {}

  /** The headers that prove the event. */
  headersFor(event: PublicEvent): Readonly<Record<string, string>> {
    const signature = sign(null, signedBytes(this.installation, event), this.key.privateKey);
    return {
      ce_installation: this.installation,
      ce_keyid: this.key.id,
      ce_signature: signature.toString('base64'),
    };
  }
}

/** @throws ForeignMessageError when one is missing */
export function eventProofOf(headers: Readonly<Record<string, string>>): EventProof {
  const text = (name: string): string => {
    const value = headers[name];
    if (value === undefined || value === '') throw new ForeignMessageError(name);
    return value;
  };
  return {
    installation: text('ce_installation'),
    keyId: text('ce_keyid'),
    signature: Buffer.from(text('ce_signature'), 'base64'),
  };
}

/** Every field of the event, and the installation: a JSON array, so that no text of one field reads as another. */
export function signedBytes(installation: string, event: PublicEvent): Buffer {
  return Buffer.from(
    JSON.stringify([
      'svc.event.1',
      installation,
      event.source,
      event.tenantId,
      event.streamId,
      event.subject,
      event.streamVersion,
      event.hash.toString('hex'),
      event.previousVersion,
      event.previousHash.toString('hex'),
      event.eventId,
      event.eventType,
      event.schemaVersion,
      event.occurredAtMs,
      event.metadata,
      event.payload,
    ]),
  );
}
