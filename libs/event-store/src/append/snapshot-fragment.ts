import type { StreamAddress } from '../events/event-serializer.js';
import type { SqlFragment } from './sql-fragment.js';

export interface SerializedSnapshot extends StreamAddress {
  readonly streamVersion: number;
  readonly schemaVersion: number;
  readonly state: string;
}

/** Keeps the newest: an older release never overwrites the snapshot of a newer one. */
export function snapshotFragment(schema: string, snapshot: SerializedSnapshot): SqlFragment {
  const { streamId, tenantId, streamVersion, schemaVersion, state } = snapshot;
  return {
    name: 'stream_snapshot',
    text: `
      INSERT INTO ${schema}.snapshot AS kept (stream_id, tenant_id, stream_version, schema_version, state)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (stream_id) DO UPDATE
        SET stream_version = excluded.stream_version, schema_version = excluded.schema_version, state = excluded.state
        WHERE (kept.schema_version, kept.stream_version) < (excluded.schema_version, excluded.stream_version)`,
    values: [streamId, tenantId, streamVersion, schemaVersion, state],
  };
}
