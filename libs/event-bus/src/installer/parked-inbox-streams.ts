import type { Executor, Statement } from '@svc/postgres';
import type { ParkedKind } from '../inbox/parked-table.js';
import type { StreamRef } from '../public-event.js';

/** A parked stream of a consumer; its others continue. */
export interface ParkedInboxStream extends StreamRef {
  readonly consumer: string;
  /** The first event that waits. */
  readonly streamVersion: number;
  readonly eventType: string;
  readonly kind: ParkedKind;
  readonly reason: string;
  /** Milliseconds since the Unix epoch, by the database's clock. */
  readonly parkedAtMs: number;
  /** The pending request, if any. */
  readonly request: 'redrive' | 'skip' | 'resync' | null;
}

export interface InboxStreamAddress extends StreamRef {
  /** The consuming context's Postgres schema. */
  readonly schema: string;
  readonly consumer: string;
}

interface ParkedRow {
  readonly consumer: string;
  readonly source: string;
  readonly stream_id: string;
  readonly stream_version: number;
  readonly event_type: string;
  readonly kind: ParkedKind;
  readonly reason: string;
  readonly parked_at_ms: number;
  readonly request: ParkedInboxStream['request'];
}

/** Parked streams of all consumers of a context, longest waiting first; at most 1,000. */
export async function listParkedInboxStreams(
  executor: Executor,
  schema: string,
): Promise<readonly ParkedInboxStream[]> {
  const { rows } = await executor.query<ParkedRow>({
    name: `${schema}.list_parked_inbox_streams`,
    text: `
      SELECT consumer, source, stream_id, stream_version, event_type, kind, reason, request,
             (extract(epoch FROM parked_at) * 1000)::float8 AS parked_at_ms
        FROM ${schema}.inbox_parked_stream ORDER BY parked_at, consumer, source, stream_id LIMIT 1000`,
    values: [],
  });
  return rows.map((row) => ({
    consumer: row.consumer,
    source: row.source,
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    eventType: row.event_type,
    kind: row.kind,
    reason: row.reason,
    parkedAtMs: row.parked_at_ms,
    request: row.request,
  }));
}

/**
 * Lets a consumer continue a parked stream at the event that waits: within a second, or at its next start. Does not
 * help a diverged one.
 * @returns false when the stream is not parked.
 */
export function redriveInboxStream(executor: Executor, address: InboxStreamAddress): Promise<boolean> {
  const { schema, consumer, source, streamId } = address;
  return isDone(executor, {
    name: `${schema}.redrive_inbox_stream`,
    text: `
      UPDATE ${schema}.inbox_parked_stream SET request = 'redrive', taken_until = NULL
       WHERE consumer = $1 AND source = $2 AND stream_id = $3`,
    values: [consumer, source, streamId],
  });
}

/**
 * The same without the event that waits, which never has an effect on the consumer.
 * @returns false when no stream is parked before an event of this version.
 */
export function skipInboxEvent(
  executor: Executor,
  { schema, consumer, source, streamId }: InboxStreamAddress,
  streamVersion: number,
): Promise<boolean> {
  return isDone(executor, {
    name: `${schema}.skip_inbox_event`,
    text: `
      UPDATE ${schema}.inbox_parked_stream SET request = 'skip', taken_until = NULL
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND stream_version = $4`,
    values: [consumer, source, streamId, streamVersion],
  });
}

/**
 * Lets a consumer undo its effects of a stream, and read it again from its owner, parked or not.
 * @returns false when the consumer has never seen the stream.
 */
export async function resyncInboxStream(executor: Executor, address: InboxStreamAddress): Promise<boolean> {
  return (await resync(executor, address)) === 1;
}

/** The streams of a consumer. */
export interface InboxStreamsAddress {
  /** The consuming context's Postgres schema. */
  readonly schema: string;
  readonly consumer: string;
  /** Those of one owner. Default: all. */
  readonly source?: string | undefined;
}

/**
 * The same for every stream that the consumer has seen, one after the other, while new events are handled.
 * @returns their number
 */
export function resyncInboxStreams(executor: Executor, address: InboxStreamsAddress): Promise<number> {
  return resync(executor, address);
}

async function resync(
  executor: Executor,
  { schema, consumer, source, streamId }: InboxStreamsAddress & Partial<StreamRef>,
): Promise<number> {
  const { rowCount } = await executor.query({
    name: `${schema}.resync_inbox_streams`,
    isPlannedAnew: true, // for one stream by its key, for all by a scan
    text: `
      INSERT INTO ${schema}.inbox_parked_stream
        (consumer, source, stream_id, stream_version, event_type, kind, reason, latest_version, request)
      SELECT DISTINCT ON (source, stream_id)
             consumer, source, stream_id, stream_version, event_type, 'gap', 'It is read again from its owner.', 0, 'resync'
        FROM (SELECT consumer, source, stream_id, stream_version, event_type FROM ${schema}.inbox_parked_stream
              UNION ALL
              SELECT consumer, source, stream_id, stream_version, '' FROM ${schema}.inbox) AS known
       WHERE consumer = $1 AND source = coalesce($2, source) AND stream_id = coalesce($3, stream_id)
       ORDER BY source, stream_id
          ON CONFLICT (consumer, source, stream_id) DO UPDATE
         SET request = 'resync', taken_until = NULL, latest_version = 0`,
    values: [consumer, source, streamId],
  });
  return rowCount ?? 0;
}

async function isDone(executor: Executor, statement: Statement): Promise<boolean> {
  const { rowCount } = await executor.query(statement);
  return rowCount === 1;
}
