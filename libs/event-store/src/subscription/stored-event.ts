import type { TenantId } from '@svc/kernel';
import { positionOf, type EventRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';

/** An event as its row is: sealed and of whatever version. The hash covers the UTF-8 bytes of these very texts. */
export interface StoredEvent extends LogPosition {
  readonly tenantId: TenantId;
  readonly streamId: string;
  readonly subject: string | null;
  readonly streamVersion: number;
  readonly eventType: string;
  readonly eventId: string;
  readonly schemaVersion: number;
  readonly isPublic: boolean;
  /** Version and hash of the public event before it in the stream; 0 and 32 zero bytes: there is none. */
  readonly previousPublicVersion: number;
  readonly previousPublicHash: Buffer;
  /** Canonical JSON, what is personal under one key and sealed. */
  readonly payload: string;
  /** JSON. */
  readonly metadata: string;
  /** Milliseconds since the Unix epoch, by the writer's clock. */
  readonly createdAt: number;
  readonly hash: Buffer;
}

export function storedEventOf(row: EventRow): StoredEvent {
  return {
    ...positionOf(row),
    tenantId: row.tenant_id,
    streamId: row.stream_id,
    subject: row.subject,
    streamVersion: row.stream_version,
    eventType: row.event_type,
    eventId: row.event_id,
    schemaVersion: row.schema_version,
    isPublic: row.is_public,
    previousPublicVersion: row.previous_public_version,
    previousPublicHash: row.previous_public_hash,
    payload: row.payload,
    metadata: row.metadata,
    createdAt: row.created_at_ms,
    hash: row.hash,
  };
}
