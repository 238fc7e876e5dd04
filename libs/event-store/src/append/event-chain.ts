import { linkHash } from '../hash-chain.js';
import type { SerializedEvent } from '../events/event-serializer.js';
import type { StreamHead } from '../stream-head.js';

/** A serialized event in its place in the stream. */
export interface ChainedEvent extends SerializedEvent {
  readonly eventId: string;
  readonly streamVersion: number;
  readonly previousPublicVersion: number;
  readonly hash: Buffer;
}

/** What all events of one append have in common. */
export interface CommonToEvents {
  readonly streamId: string;
  readonly eventId: () => string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** The stored text. */
  readonly metadata: string;
}

/** Links events to the head of their stream: versions, public versions and hashes. */
export function chainEvents(
  head: StreamHead,
  events: readonly SerializedEvent[],
  { streamId, eventId, createdAt, metadata }: CommonToEvents,
): { readonly head: StreamHead; readonly chained: readonly ChainedEvent[] } {
  let { version, hash, publicVersion } = head;
  const chained = events.map((event) => {
    const previousPublicVersion = publicVersion;
    const place = { streamId, streamVersion: ++version, eventId: eventId(), createdAt, metadata };
    hash = linkHash(hash, { ...event, ...place });
    if (event.isPublic) publicVersion = version;
    return { ...event, eventId: place.eventId, streamVersion: version, previousPublicVersion, hash };
  });
  return { head: { version, hash, publicVersion }, chained };
}
