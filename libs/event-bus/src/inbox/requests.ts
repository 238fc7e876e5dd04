import type { Executor } from '@svc/postgres';
import type { StreamRef } from '../public-event.js';
import type { InboxAddress } from './inbox-table.js';

/** A request for a parked stream. */
export interface ParkedRequest extends StreamRef {
  /**
   * `redrive`: continue at the first waiting event. `skip`: the same without `streamVersion`. `resync`: again from its
   * first event.
   */
  readonly request: 'redrive' | 'skip' | 'resync';
  readonly streamVersion: number;
}

/** Lease of the process that handles a request. */
const takenSeconds = 30;
/** Streams at once. */
const maxRequests = 20;

/** Takes requests that no process handles. */
export async function takeRequests(
  executor: Executor,
  { schema, consumer }: InboxAddress,
): Promise<readonly ParkedRequest[]> {
  const { rows } = await executor.query<{
    source: string;
    stream_id: string;
    stream_version: number;
    request: ParkedRequest['request'];
  }>({
    name: `${schema}.take_inbox_requests`,
    text: `
      UPDATE ${schema}.inbox_parked_stream
         SET taken_until = clock_timestamp() + interval '${takenSeconds} seconds'
       WHERE consumer = $1 AND (source, stream_id) IN (
               SELECT source, stream_id FROM ${schema}.inbox_parked_stream
                WHERE consumer = $1 AND request IS NOT NULL
                  AND (taken_until IS NULL OR taken_until < clock_timestamp())
                ORDER BY parked_at LIMIT ${maxRequests} FOR UPDATE SKIP LOCKED)
      RETURNING source, stream_id, stream_version, request`,
    values: [consumer],
  });
  return rows.map(({ stream_id: streamId, stream_version: streamVersion, source, request }) => ({
    source,
    streamId,
    streamVersion,
    request,
  }));
}

/** Releases a request that failed for now: any process may take it in a second. */
export async function releaseRequest(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  { source, streamId }: StreamRef,
): Promise<void> {
  await executor.query({
    name: `${schema}.release_inbox_request`,
    text: `
      UPDATE ${schema}.inbox_parked_stream SET taken_until = clock_timestamp() + interval '1 second'
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND request IS NOT NULL`,
    values: [consumer, source, streamId],
  });
}

/** The resynced stream is reset: from now on it is redriven. */
export async function goOnAfterResync(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  { source, streamId }: StreamRef,
): Promise<void> {
  await executor.query({
    name: `${schema}.go_on_after_resync`,
    text: `
      UPDATE ${schema}.inbox_parked_stream SET request = 'redrive', kind = 'gap'
       WHERE consumer = $1 AND source = $2 AND stream_id = $3`,
    values: [consumer, source, streamId],
  });
}

/** Requests a redrive of streams that another release did not know. */
export async function requestUnknown(executor: Executor, { schema, consumer }: InboxAddress): Promise<void> {
  await executor.query({
    name: `${schema}.redrive_unknown_inbox_streams`,
    text: `
      UPDATE ${schema}.inbox_parked_stream SET request = 'redrive', taken_until = NULL
       WHERE consumer = $1 AND kind = 'unknown' AND request IS NULL`,
    values: [consumer],
  });
}
