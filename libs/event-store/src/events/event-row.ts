import type { EventMetadata, TenantId } from '@svc/kernel';
import type { StreamHead } from '../stream-head.js';
import type { LogPosition } from './recorded-event.js';

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
  readonly subject: string | null;
  readonly stream_version: number;
  readonly event_type: string;
  readonly event_id: string;
  readonly schema_version: number;
  readonly is_public: boolean;
  readonly previous_public_version: number;
  readonly previous_public_hash: Buffer;
  readonly payload: string;
  readonly metadata: string;
  readonly created_at_ms: number;
  readonly hash: Buffer;
}

/** The content of `metadata`, without a subject where the stream has none. */
export interface StoredMetadata extends EventMetadata {
  readonly subject?: string;
}

export type PositionRow = Pick<EventRow, 'epoch' | 'transaction_id' | 'position'>;

export const eventColumns =
  'epoch, transaction_id, position, tenant_id, stream_id, subject, stream_version, event_type, event_id, ' +
  'schema_version, is_public, previous_public_version, previous_public_hash, payload, metadata, ' +
  '(extract(epoch FROM created_at) * 1000)::float8 AS created_at_ms, hash';

export function positionOf(row: PositionRow): LogPosition {
  return { epoch: row.epoch, transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
}

export function headOf(row: EventRow): StreamHead {
  const { stream_version: version, hash, subject } = row;
  return row.is_public
    ? { version, hash, publicVersion: version, publicHash: hash, subject }
    : {
        version,
        hash,
        publicVersion: row.previous_public_version,
        publicHash: row.previous_public_hash,
        subject,
      };
}
