import type { StoredEvent } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';

/** A stream of a context, as others refer to it. */
export interface StreamRef {
  /** Name of the context that owns the stream: `identity`. */
  readonly source: string;
  readonly streamId: string;
}

/**
 * An event that its context has published, as stored: personal data is sealed, and the payload has the shape of its
 * schema version. The hash covers these texts byte for byte. On the wire: `cloudEventOf`.
 */
export interface PublicEvent extends StreamRef {
  readonly tenantId: TenantId;
  /** Its data subject; null: none. */
  readonly subject: string | null;
  /** Counts all events of the stream, private ones too, so versions that a consumer sees are not consecutive. */
  readonly streamVersion: number;
  /** 32 bytes. */
  readonly hash: Buffer;
  /** Version and hash of the public event before it in the stream; 0 and 32 zero bytes without one. */
  readonly previousVersion: number;
  readonly previousHash: Buffer;
  /** UUIDv7. */
  readonly eventId: string;
  /** Name of its message in proto/svc/<source>/v1/events.proto. */
  readonly eventType: string;
  /** From 1. */
  readonly schemaVersion: number;
  /** Milliseconds since the Unix epoch, by the writer's clock. */
  readonly occurredAtMs: number;
  /** JSON of an `EventMetadata`: actor, correlation and causation, trace context. */
  readonly metadata: string;
  /** Canonical JSON of the message; personal data is sealed under one key of it. */
  readonly payload: string;
}

export function publicEventOf(source: string, stored: StoredEvent): PublicEvent {
  return {
    source,
    tenantId: stored.tenantId,
    streamId: stored.streamId,
    subject: stored.subject,
    streamVersion: stored.streamVersion,
    hash: stored.hash,
    previousVersion: stored.previousPublicVersion,
    previousHash: stored.previousPublicHash,
    eventId: stored.eventId,
    eventType: stored.eventType,
    schemaVersion: stored.schemaVersion,
    occurredAtMs: stored.createdAt,
    metadata: stored.metadata,
    payload: stored.payload,
  };
}
