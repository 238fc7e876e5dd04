import type { Executor } from '@svc/postgres';
import { DomainError } from '@svc/errors';
import { UnknownEventError } from '../errors.js';
import { eventColumns, positionOf, type EventRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import { ofStream } from '../reading/of-stream.js';
import { positionValues, type TermAddress } from './checkpoint.js';
import type { LogFilter } from '../reading/log-filter.js';

/** A stream that waits, as its leader knows it. */
export interface WaitingStream {
  readonly streamId: string;
  /** The first event that waits. */
  readonly streamVersion: number;
  readonly redrive: boolean;
  readonly isUnknown: boolean;
}

interface WaitingRow {
  readonly stream_id: string;
  readonly stream_version: number;
  readonly redrive: boolean;
  readonly is_unknown: boolean;
}

/** The streams that wait in a subscription. */
export async function readWaitingStreams(
  executor: Executor,
  { schema, name }: TermAddress,
): Promise<readonly WaitingStream[]> {
  const { rows } = await executor.query<WaitingRow>({
    name: `${schema}.waiting_streams`,
    text: `
      SELECT stream_id, stream_version, redrive, is_unknown FROM ${schema}.parked_stream
       WHERE subscription = $1 ORDER BY parked_at, stream_id`,
    values: [name],
  });
  return rows.map((row) => ({
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    redrive: row.redrive,
    isUnknown: row.is_unknown,
  }));
}

/** The events of a parked stream that wait: those from a version on which the subscription has passed by. */
export async function readWaitingEvents(
  executor: Executor,
  schema: string,
  { streamId, streamVersion }: Pick<WaitingStream, 'streamId' | 'streamVersion'>,
  { types, publicOnly = false }: LogFilter,
  upTo: LogPosition,
  limit: number,
): Promise<readonly EventRow[]> {
  const { rows } = await executor.query<EventRow>({
    name: `${schema}.waiting_events`,
    text: `
      SELECT ${eventColumns} FROM ${schema}.event
       WHERE ${ofStream('$1')} AND stream_version >= $2
         AND ($3::text[] IS NULL OR event_type = ANY ($3)) AND (NOT $4::boolean OR is_public)
         AND (epoch, transaction_id, position) <= ($5::integer, $6::xid8, $7::bigint)
       ORDER BY stream_version LIMIT $8`,
    values: [streamId, streamVersion, types ?? null, publicOnly, ...positionValues(upTo), limit],
  });
  return rows;
}

/** Parks the stream of an event, and moves the checkpoint past it. @returns false when this leader may not. */
export async function parkStream(
  executor: Executor,
  { schema, name, fence }: TermAddress,
  event: EventRow,
  from: LogPosition,
  error: unknown,
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: `${schema}.park_stream`,
    text: `
      WITH moved AS (
        UPDATE ${schema}.subscription_checkpoint
           SET epoch = $6, transaction_id = $7::xid8, position = $8, updated_at = clock_timestamp()
         WHERE name = $1 AND fence = $2 AND (epoch, transaction_id, position) = ($3::integer, $4::xid8, $5::bigint)
        RETURNING name
      )
      INSERT INTO ${schema}.parked_stream (subscription, stream_id, stream_version, event_type, reason, is_unknown)
      SELECT name, $9, $10, $11, $12, $13 FROM moved`,
    values: [
      name,
      String(fence),
      ...positionValues(from),
      ...positionValues(positionOf(event)),
      event.stream_id,
      event.stream_version,
      event.event_type,
      ...reasonValues(error),
    ],
  });
  return rowCount === 1;
}

/** What a stream waits for now, after another try has failed. @returns false when this leader may not. */
export async function parkAgain(
  executor: Executor,
  { schema, name, fence }: TermAddress,
  event: EventRow,
  error: unknown,
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: `${schema}.park_again`,
    text: `
      UPDATE ${schema}.parked_stream
         SET stream_version = $4, event_type = $5, reason = $6, is_unknown = $7, parked_at = clock_timestamp(),
             redrive = false
        FROM (SELECT FROM ${schema}.subscription_checkpoint WHERE name = $1 AND fence = $2 FOR UPDATE) AS term
       WHERE subscription = $1 AND stream_id = $3`,
    values: [
      name,
      String(fence),
      event.stream_id,
      event.stream_version,
      event.event_type,
      ...reasonValues(error),
    ],
  });
  return rowCount === 1;
}

/**
 * What waits begins at another version now or, without one, nothing waits any more.
 * @returns false when this leader may not.
 */
export async function settleWaiting(
  executor: Executor,
  { schema, name, fence }: TermAddress,
  streamId: string,
  nextVersion: number | undefined,
): Promise<boolean> {
  const { rows } = await executor.query<{ leads: boolean }>({
    name: `${schema}.settle_waiting`,
    text: `
      WITH term AS (
        UPDATE ${schema}.subscription_checkpoint SET updated_at = clock_timestamp()
         WHERE name = $1 AND fence = $2 RETURNING name
      ), moved AS (
        UPDATE ${schema}.parked_stream SET stream_version = $4
         WHERE $4::integer IS NOT NULL AND subscription = (SELECT name FROM term) AND stream_id = $3
      ), settled AS (
        DELETE FROM ${schema}.parked_stream
         WHERE $4::integer IS NULL AND subscription = (SELECT name FROM term) AND stream_id = $3
      )
      SELECT EXISTS (SELECT FROM term) AS leads`,
    values: [name, String(fence), streamId, nextVersion ?? null],
  });
  return rows[0]?.leads === true;
}

/**
 * Reason, and whether the event was unknown. Messages of foreign errors may quote an event's content, so the table
 * omits them; `onError` gets the error itself.
 */
function reasonValues(error: unknown): readonly [string, boolean] {
  const isUnknown = error instanceof UnknownEventError;
  if (isUnknown || error instanceof DomainError) return [`${error.name}: ${error.message}`, isUnknown];
  if (!(error instanceof Error)) return ['unnamed failure', false];
  const { name, code } = error as NodeJS.ErrnoException;
  return [code === undefined ? name : `${name} (${code})`, false];
}
