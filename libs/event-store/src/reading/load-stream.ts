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

/** No shape has this fingerprint. */
const noSnapshot = '';

/** Loads snapshot and tail in one query. Snapshots of other shapes are passed over. */
export async function loadStream<Event extends DomainEvent>(
  executor: Executor,
  schema: string,
  serializer: EventSerializer,
  address: StreamAddress,
  snapshotShape = noSnapshot,
): Promise<LoadedStream<Event>> {
  const { rows } = await executor.query<LoadedRow>(loadStatement(schema, address.streamId, snapshotShape));
  const snapshotRow = rows.find((row) => row.is_snapshot);
  const eventRows = rows.filter((row) => !row.is_snapshot);
  // What it stands at is not what was written: it tells nothing, and the events tell all.
  if (snapshotRow && !standsAt(eventRows[0], snapshotRow)) {
    return loadStream<Event>(executor, schema, serializer, address);
  }
  const tail = snapshotRow ? eventRows.slice(1) : eventRows;
  const last = eventRows.at(-1);
  return {
    snapshot: snapshotRow && {
      streamVersion: snapshotRow.stream_version,
      state: await serializer.deserializeSnapshot(snapshotRow.payload, address),
    },
    events: await Promise.all(tail.map((row) => toRecordedEvent<Event>(row, serializer))),
    head: last ? headOf(last) : emptyStreamHead,
  };
}

function standsAt(event: EventRow | undefined, snapshot: LoadedRow): boolean {
  return event?.stream_version === snapshot.stream_version && event.hash.equals(snapshot.hash);
}

/** The event at the snapshot's own version comes along: it is the head when nothing followed. */
function loadStatement(schema: string, streamId: string, snapshotShape: string): Statement {
  return {
    name: `${schema}.load_stream`,
    text: `
      WITH latest AS (
        SELECT stream_version, event_hash, state FROM ${schema}.snapshot WHERE stream_id = $1 AND shape = $2
      )
      SELECT ${eventColumns}, false AS is_snapshot FROM ${schema}.event
       WHERE stream_id = $1 AND stream_version >= coalesce((SELECT stream_version FROM latest), 1)
      UNION ALL
      SELECT 0, NULL, NULL, NULL, NULL, NULL, stream_version, NULL, NULL, 0, false, 0, NULL, state, NULL, 0, event_hash, true
        FROM latest
       ORDER BY is_snapshot, stream_version`,
    values: [streamId, snapshotShape],
  };
}
