import type { DomainEvent, JsonObject } from '@svc/kernel';
import type { Executor, Statement } from '@svc/postgres';
import type { EventReader } from './event-reader.js';
import { eventColumns, headOf, type EventRow } from '../events/event-row.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import type { StreamAddress } from '../events/stream-address.js';
import { openSnapshot } from '../sealing/open-snapshot.js';
import type { Vault } from '../sealing/vault.js';
import { ofStream } from './of-stream.js';
import { emptyStreamHead, type StreamHead } from '../stream-head.js';

/** The snapshot and events that give an aggregate's state. */
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

export interface LoadedLog {
  readonly schema: string;
  readonly reader: EventReader;
  readonly vault: Vault;
}

/**
 * Loads snapshot and tail in one query. Ignores a snapshot that has another shape, does not match the event that it
 * names, or does not open.
 */
export async function loadStream<Event extends DomainEvent>(
  executor: Executor,
  log: LoadedLog,
  address: StreamAddress,
  snapshotShape = noSnapshot,
): Promise<LoadedStream<Event>> {
  const { schema, reader, vault } = log;
  const { rows } = await executor.query<LoadedRow>(loadStatement(schema, address.streamId, snapshotShape));
  const snapshotRow = rows.find((row) => row.is_snapshot);
  const eventRows = rows.filter((row) => !row.is_snapshot);
  const state = snapshotRow && (await stateOf(snapshotRow, eventRows[0], address, vault));
  // The events suffice.
  if (snapshotRow && !state) return loadStream<Event>(executor, log, address);
  const tail = snapshotRow ? eventRows.slice(1) : eventRows;
  const last = eventRows.at(-1);
  return {
    snapshot: snapshotRow && state && { streamVersion: snapshotRow.stream_version, state },
    events: await reader.read<Event>(executor, tail),
    head: last ? headOf(last) : emptyStreamHead,
  };
}

/** @param at the event at the snapshot's own version. */
async function stateOf(
  snapshot: LoadedRow,
  at: EventRow | undefined,
  address: StreamAddress,
  vault: Vault,
): Promise<JsonObject | undefined> {
  if (!at || !isEventOfSnapshot(at, snapshot)) return undefined;
  const { stream_version: streamVersion, payload: state } = snapshot;
  const opened = await openSnapshot({ ...address, subject: at.subject, streamVersion, state }, vault);
  return opened === 'erased' || opened === 'broken' ? undefined : opened;
}

function isEventOfSnapshot(event: EventRow, snapshot: LoadedRow): boolean {
  return event.stream_version === snapshot.stream_version && event.hash.equals(snapshot.hash);
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
       WHERE ${ofStream('$1')} AND stream_version >= coalesce((SELECT stream_version FROM latest), 1)
      UNION ALL
      SELECT 0, NULL, NULL, NULL, NULL, NULL, stream_version, NULL, NULL, 0, false, 0, NULL, state, NULL, 0, event_hash, true
        FROM latest
       ORDER BY is_snapshot, stream_version`,
    values: [streamId, snapshotShape],
  };
}
