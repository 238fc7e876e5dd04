import type { DomainEvent, EventMetadata, TenantId } from '@svc/kernel';
import type { StreamHead } from '../stream-head.js';
import type { EventSerializer } from './event-serializer.js';
import type { LogPosition, RecordedEvent } from './recorded-event.js';

/**
 * A row of the `event` table as `eventColumns` selects it. 64-bit numbers come as text, as pg reads them; a cast to text
 * in the list would make `ORDER BY position` sort by that text.
 */
export interface EventRow {
  readonly epoch: number;
  readonly transaction_id: string;
  readonly position: string;
  readonly tenant_id: TenantId;
  readonly stream_id: string;
  readonly stream_version: number;
  readonly event_type: string;
  readonly event_id: string;
  readonly schema_version: number;
  readonly is_public: boolean;
  readonly previous_public_version: number;
  readonly payload: string;
  readonly metadata: string;
  readonly created_at_ms: number;
  readonly hash: Buffer;
}

export type PositionRow = Pick<EventRow, 'epoch' | 'transaction_id' | 'position'>;

export const eventColumns =
  'epoch, transaction_id, position, tenant_id, stream_id, stream_version, event_type, event_id, ' +
  'schema_version, is_public, previous_public_version, payload, metadata, ' +
  '(extract(epoch FROM created_at) * 1000)::float8 AS created_at_ms, hash';

export function positionOf(row: PositionRow): LogPosition {
  return { epoch: row.epoch, transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
}

export function headOf(row: EventRow): StreamHead {
  return {
    version: row.stream_version,
    hash: row.hash,
    publicVersion: row.is_public ? row.stream_version : row.previous_public_version,
  };
}

/** @throws UnknownEventError */
export async function toRecordedEvent<Event extends DomainEvent>(
  row: EventRow,
  serializer: EventSerializer,
): Promise<RecordedEvent<Event>> {
  const address = { tenantId: row.tenant_id, streamId: row.stream_id };
  const stored = { eventType: row.event_type, schemaVersion: row.schema_version, payload: row.payload };
  return {
    ...positionOf(row),
    ...address,
    streamVersion: row.stream_version,
    event: (await serializer.deserialize(stored, address)) as Event,
    eventId: row.event_id,
    schemaVersion: row.schema_version,
    isPublic: row.is_public,
    previousPublicVersion: row.previous_public_version,
    metadata: JSON.parse(row.metadata) as EventMetadata,
    createdAt: row.created_at_ms,
    hash: row.hash,
  };
}
