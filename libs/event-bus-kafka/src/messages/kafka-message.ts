import { cloudEventOf, publicEventFromCloudEvent, type PublicEvent } from '@svc/event-bus';
import type { IHeaders, KafkaMessage } from 'kafkajs';

/** A message as the producer takes it. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly partition: number;
  /** The stream: what has one key comes in order. */
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** About how much of a batch it takes. */
  readonly bytes: number;
}

/** Of a record and of each header, beside what they hold. */
const bytesOfRecord = 32;
const bytesOfHeader = 8;

/** @param place where the topic's partition of the event is */
export function outgoingMessage(
  event: PublicEvent,
  place: Pick<OutgoingMessage, 'topic' | 'partition'>,
): OutgoingMessage {
  const { headers, body } = cloudEventOf(event);
  const ofHeaders = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + bytesOfHeader + name.length + Buffer.byteLength(value),
    0,
  );
  const bytes = bytesOfRecord + Buffer.byteLength(event.streamId) + body.length + ofHeaders;
  return { ...place, key: event.streamId, value: body, headers, bytes };
}

/** @throws ForeignMessageError when it is no event of ours. */
export function publicEventOfMessage({ value, headers = {} }: KafkaMessage): PublicEvent {
  return publicEventFromCloudEvent({ headers: textsOf(headers), body: value ?? Buffer.alloc(0) });
}

/** Of a header that comes several times the first counts. */
function textsOf(headers: IHeaders): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}
