import { seal } from '@svc/sealing';
import { toStorableJson } from '../events/storable-json.js';
import type { Sealer } from '../sealing/sealed-payload.js';
import type { StreamHead } from '../stream-head.js';
import type { StreamAddress } from '../events/stream-address.js';
import type { Snapshot } from './append-request.js';
import type { SqlFragment } from '../tables/sql-fragment.js';

export interface KeptSnapshot extends StreamAddress {
  readonly subject: string | null;
  /** The event up to which the state is folded. */
  readonly head: StreamHead;
  readonly snapshot: Snapshot;
}

/** Of a stream that has ended. */
export function noSnapshotFragment(schema: string, { streamId }: StreamAddress): SqlFragment {
  return {
    name: 'no_stream_snapshot',
    text: `DELETE FROM ${schema}.snapshot WHERE stream_id = $1`,
    values: [streamId],
  };
}

/**
 * Keeps the newest of any shape: while two releases run, each ignores the other's. The state of a subject's stream is
 * sealed as a whole. An erased subject has none.
 */
export function snapshotFragment(
  schema: string,
  { tenantId, streamId, subject, head, snapshot }: KeptSnapshot,
  sealer: Sealer | undefined,
): SqlFragment | undefined {
  if (subject !== null && !sealer) return undefined;
  const json = toStorableJson(snapshot.state, 'snapshot');
  const place = { purpose: 'snapshot', tenantId, streamId, streamVersion: head.version } as const;
  const state = sealer ? seal(Buffer.from(json), place, sealer.key, sealer.random) : json;
  return {
    name: 'stream_snapshot',
    text: `
      INSERT INTO ${schema}.snapshot AS kept (stream_id, tenant_id, subject, stream_version, event_hash, shape, state)
      SELECT $1::text, $2::text, $3::text, $4::integer, $5::bytea, $6::text, $7::text
       WHERE $3::text IS NULL OR NOT ${schema}.is_erased($3::text)
      ON CONFLICT (stream_id) DO UPDATE
        SET stream_version = excluded.stream_version, event_hash = excluded.event_hash,
            shape = excluded.shape, state = excluded.state
        WHERE kept.stream_version < excluded.stream_version`,
    values: [streamId, tenantId, subject, head.version, head.hash, snapshot.shape, state],
  };
}
