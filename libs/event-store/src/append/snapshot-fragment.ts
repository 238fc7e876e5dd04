import type { StreamAddress } from '../events/event-serializer.js';
import type { StreamHead } from '../stream-head.js';
import type { SqlFragment } from './sql-fragment.js';

export interface SerializedSnapshot extends StreamAddress {
  /** The event that the state stands at. */
  readonly head: StreamHead;
  readonly shape: string;
  readonly state: string;
}

/** Keeps the newest, of whatever shape: while two releases run side by side each passes over what the other has left. */
export function snapshotFragment(schema: string, snapshot: SerializedSnapshot): SqlFragment {
  const { streamId, tenantId, head, shape, state } = snapshot;
  return {
    name: 'stream_snapshot',
    text: `
      INSERT INTO ${schema}.snapshot AS kept (stream_id, tenant_id, stream_version, event_hash, shape, state)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (stream_id) DO UPDATE
        SET stream_version = excluded.stream_version, event_hash = excluded.event_hash,
            shape = excluded.shape, state = excluded.state
        WHERE kept.stream_version < excluded.stream_version`,
    values: [streamId, tenantId, head.version, head.hash, shape, state],
  };
}
