import { linkHash } from '../hash-chain.js';
import type { SerializedEvent } from '../sealing/sealed-payload.js';
import type { StreamHead } from '../stream-head.js';

/** An event with its version and hashes. */
export interface ChainedEvent extends IdentifiedEvent {
  readonly streamVersion: number;
  readonly previousPublicVersion: number;
  readonly previousPublicHash: Buffer;
  readonly hash: Buffer;
}

/** As it is stored, under its id. */
export interface IdentifiedEvent extends SerializedEvent {
  readonly eventId: string;
}

/** Values shared by all events of one append. */
export interface CommonToEvents {
  readonly streamId: string;
  readonly subject: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** The stored text. */
  readonly metadata: string;
}

/** Links events to the head of their stream: versions and hashes, those of public events among them. */
export function chainEvents(
  head: StreamHead,
  events: readonly IdentifiedEvent[],
  { streamId, subject, createdAt, metadata }: CommonToEvents,
): { readonly head: StreamHead; readonly chained: readonly ChainedEvent[] } {
  let { version, hash, publicVersion, publicHash } = head;
  const chained = events.map((event) => {
    const previous = { previousPublicVersion: publicVersion, previousPublicHash: publicHash };
    hash = linkHash(hash, { ...event, streamId, streamVersion: ++version, createdAt, metadata });
    if (event.isPublic) [publicVersion, publicHash] = [version, hash];
    return { ...event, streamVersion: version, ...previous, hash };
  });
  return { head: { version, hash, publicVersion, publicHash, subject }, chained };
}
