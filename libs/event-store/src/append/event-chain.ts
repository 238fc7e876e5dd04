import { linkHash } from '../hash-chain.js';
import type { SerializedEvent } from '../events/event-serializer.js';
import type { StreamHead } from '../stream-head.js';

/** A serialized event in its place in the stream. */
export interface ChainedEvent extends SerializedEvent {
  readonly eventId: string;
  readonly streamVersion: number;
  readonly previousPublicVersion: number;
  readonly previousPublicHash: Buffer;
  readonly hash: Buffer;
}

/** What all events of one append have in common. */
export interface CommonToEvents {
  readonly streamId: string;
  readonly subject: string | null;
  readonly eventId: () => string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** The stored text. */
  readonly metadata: string;
}

/** Links events to the head of their stream: versions and hashes, those of public events among them. */
export function chainEvents(
  head: StreamHead,
  events: readonly SerializedEvent[],
  { streamId, subject, eventId, createdAt, metadata }: CommonToEvents,
): { readonly head: StreamHead; readonly chained: readonly ChainedEvent[] } {
  let { version, hash, publicVersion, publicHash } = head;
  const chained = events.map((event) => {
    const previous = { previousPublicVersion: publicVersion, previousPublicHash: publicHash };
    const place = { streamId, streamVersion: ++version, eventId: eventId(), createdAt, metadata };
    hash = linkHash(hash, { ...event, ...place });
    if (event.isPublic) [publicVersion, publicHash] = [version, hash];
    return { ...event, eventId: place.eventId, streamVersion: version, ...previous, hash };
  });
  return { head: { version, hash, publicVersion, publicHash, subject }, chained };
}
