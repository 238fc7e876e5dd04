import { cloudEventOf, publicEventFromCloudEvent, type PublicEvent } from '@svc/event-bus';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import { eventProofOf, type EventSigner } from '../authenticity/event-proof.js';
import type { ProvenEvent } from '../authenticity/event-verifier.js';

/** A record for the producer. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly partition: number;
  /** The stream: records with one key stay in order. */
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Its approximate size in a batch, in bytes. */
  readonly bytes: number;
}

/** Overhead of a record and of each header, in bytes. */
const bytesOfRecord = 32;
const bytesOfHeader = 8;

/** @param place topic and partition of the record */
export function outgoingMessage(
  event: PublicEvent,
  place: Pick<OutgoingMessage, 'topic' | 'partition'>,
  signer: EventSigner,
): OutgoingMessage {
  const { headers: attributes, body } = cloudEventOf(event);
  const headers = { ...attributes, ...signer.headersFor(event) };
  const ofHeaders = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + bytesOfHeader + name.length + Buffer.byteLength(value),
    0,
  );
  const bytes = bytesOfRecord + Buffer.byteLength(event.streamId) + body.length + ofHeaders;
  return { ...place, key: event.streamId, value: body, headers, bytes };
}

/** Its proof is not checked yet. @throws ForeignMessageError when it does not look like one of our events */
export function eventOfMessage({ value, headers = {} }: KafkaMessage): ProvenEvent {
  const texts = textsOf(headers);
  const event = publicEventFromCloudEvent({ headers: texts, body: value ?? Buffer.alloc(0) });
  return { event, proof: eventProofOf(texts) };
}

/** Of a repeated header the first counts. */
function textsOf(headers: IHeaders): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}
