import type { Executor } from '@svc/postgres';
import type { StreamRef } from '../public-event.js';
import type { InboxAddress } from './inbox-table.js';

/** What is to be done with a parked stream. */
export interface ParkedRequest extends StreamRef {
  /** `redrive`: on from where it stands. `skip`: the same without `streamVersion`. `resync`: again from its first event. */
  readonly request: 'redrive' | 'skip' | 'resync';
  readonly streamVersion: number;
}

/** So long others leave a request alone that one process sees to. */
const takenSeconds = 30;
/** Streams at once. */
const maxRequests = 20;

/** Takes requests that nobody sees to. */
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

/** Leaves a request that could not be seen to now to whoever comes to it in a second. */
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

/** A stream that was to begin again has forgotten what was applied: from now on it is redriven. */
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

/** Has what another release did not know tried again. */
export async function requestUnknown(executor: Executor, { schema, consumer }: InboxAddress): Promise<void> {
  await executor.query({
    name: `${schema}.redrive_unknown_inbox_streams`,
    text: `
      UPDATE ${schema}.inbox_parked_stream SET request = 'redrive', taken_until = NULL
       WHERE consumer = $1 AND kind = 'unknown' AND request IS NULL`,
    values: [consumer],
  });
}
