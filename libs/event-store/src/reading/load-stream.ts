import type { DomainEvent, JsonObject } from '@svc/kernel';
import type { Executor, Statement } from '@svc/postgres';
import { eventColumns, headOf, toRecordedEvent, type EventRow } from '../events/event-row.js';
import type { EventSerializer, StreamAddress } from '../events/event-serializer.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { emptyStreamHead, type StreamHead } from '../stream-head.js';

/** What brings an aggregate's state up to date. */
export interface LoadedStream<Event extends DomainEvent> {
  readonly snapshot: { readonly streamVersion: number; readonly state: JsonObject } | undefined;
  /** Those after the snapshot; all when there is none. */
  readonly events: readonly RecordedEvent<Event>[];
  readonly head: StreamHead;
}

interface LoadedRow extends EventRow {
  readonly is_snapshot: boolean;
}

/** Loads snapshot and tail in one query. `snapshotSchemaVersion` 0 passes any snapshot over. */
export async function loadStream<Event extends DomainEvent>(
  executor: Executor,
  schema: string,
  serializer: EventSerializer,
  address: StreamAddress,
  snapshotSchemaVersion: number,
): Promise<LoadedStream<Event>> {
  const { rows } = await executor.query<LoadedRow>(
    loadStatement(schema, address.streamId, snapshotSchemaVersion),
  );
  const snapshotRow = rows.find((row) => row.is_snapshot);
  const snapshotVersion = snapshotRow?.stream_version ?? 0;
  const eventRows = rows.filter((row) => !row.is_snapshot);
  const last = eventRows.at(-1);
  if (snapshotRow && !last) throw new Error(`Stream ${address.streamId} is shorter than its snapshot.`);
  const tail = eventRows.filter((row) => row.stream_version > snapshotVersion);
  return {
    snapshot: snapshotRow && {
      streamVersion: snapshotVersion,
      state: await serializer.deserializeSnapshot(snapshotRow.payload, address),
    },
    events: await Promise.all(tail.map((row) => toRecordedEvent<Event>(row, serializer))),
    head: last ? headOf(last) : emptyStreamHead,
  };
}

/** The event at the snapshot's own version comes along: it is the head when nothing followed. */
function loadStatement(schema: string, streamId: string, snapshotSchemaVersion: number): Statement {
  return {
    name: `${schema}.load_stream`,
    text: `
      WITH latest AS (
        SELECT stream_version, state FROM ${schema}.snapshot WHERE stream_id = $1 AND schema_version = $2
      )
      SELECT ${eventColumns}, false AS is_snapshot FROM ${schema}.event
       WHERE stream_id = $1 AND stream_version >= coalesce((SELECT stream_version FROM latest), 1)
      UNION ALL
      SELECT 0, NULL, NULL, NULL, NULL, stream_version, NULL, NULL, 0, false, 0, state, NULL, 0, NULL, true FROM latest
       ORDER BY is_snapshot, stream_version`,
    values: [streamId, snapshotSchemaVersion],
  };
}
