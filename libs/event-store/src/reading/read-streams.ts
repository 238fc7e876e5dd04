import type { DomainEvent } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import { eventColumns, type EventRow } from '../events/event-row.js';
import type { RecordedEvent } from '../events/recorded-event.js';

/** An event of a stream, in the order of the streams. */
export interface StreamPlace {
  readonly streamId: string;
  readonly version: number;
}

/** Before all streams. */
export const firstStream: StreamPlace = { streamId: '', version: 0 };

export interface StreamsPage<Event extends DomainEvent> {
  /** Stream after stream, each in its order; the last one may go on in the next page. They fit into memory together. */
  readonly recorded: readonly RecordedEvent<Event>[];
  /** Events that were read for the page, including those of streams that are not wanted. */
  readonly passed: number;
  /** Undefined: there is nothing behind it. */
  readonly next: StreamPlace | undefined;
}

/** Reads along the primary key of the log, so each event is read once, whatever the number of streams. */
export function readStreamsStatement(schema: string, after: StreamPlace, limit: number): Statement {
  return {
    name: `${schema}.read_streams`,
    text: `SELECT ${eventColumns} FROM ${schema}.event
            WHERE (stream_id, stream_version) > ($1, $2) ORDER BY stream_id, stream_version LIMIT $3`,
    values: [after.streamId, after.version, limit],
  };
}

export function placeOf({ stream_id: streamId, stream_version: version }: EventRow): StreamPlace {
  return { streamId, version };
}
