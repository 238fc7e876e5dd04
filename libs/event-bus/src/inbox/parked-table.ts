import { DomainError } from '@svc/errors';
import { UnknownEventError } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import type { PublicEvent, StreamRef } from '../public-event.js';
import { streamKey, type InboxAddress } from './inbox-table.js';

export type ParkedKind = 'failed' | 'unknown' | 'diverged' | 'gap';

/** Why a stream is parked. */
export interface Halt {
  /** The first event that waits. */
  readonly event: Pick<PublicEvent, 'source' | 'streamId' | 'streamVersion' | 'eventType'>;
  readonly kind: ParkedKind;
  readonly reason: string;
}

/** The parked state after a handler's error. */
export function haltOf(event: PublicEvent, error: unknown): Halt {
  const kind = error instanceof UnknownEventError ? 'unknown' : 'failed';
  return { event, kind, reason: reasonOf(error) };
}

export const divergedAt = (event: PublicEvent): Halt => ({
  event,
  kind: 'diverged',
  reason:
    'It does not follow what was applied: the log of its owner has gone another way, as after a restore.',
});

export const gapBefore = (event: PublicEvent): Halt => ({
  event,
  kind: 'gap',
  reason: 'Events before it have not come, and are read from their owner.',
});

/** Parks streams, or updates why they are parked. A gap requests its redrive automatically. */
export async function parkStreams(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  halts: readonly Halt[],
): Promise<void> {
  if (halts.length === 0) return;
  await executor.query({
    name: `${schema}.park_inbox_streams`,
    text: `
      INSERT INTO ${schema}.inbox_parked_stream AS known
        (consumer, source, stream_id, stream_version, event_type, kind, reason, latest_version, request)
      SELECT $1, source, stream_id, stream_version, event_type, kind, reason, stream_version,
             CASE kind WHEN 'gap' THEN 'redrive' END
        FROM unnest($2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[])
          AS halt (source, stream_id, stream_version, event_type, kind, reason)
          ON CONFLICT (consumer, source, stream_id) DO UPDATE
         SET stream_version = excluded.stream_version, event_type = excluded.event_type, kind = excluded.kind,
             reason = excluded.reason, request = excluded.request, taken_until = NULL, parked_at = clock_timestamp(),
             latest_version = greatest(known.latest_version, excluded.latest_version)`,
    values: [
      consumer,
      halts.map(({ event }) => event.source),
      halts.map(({ event }) => event.streamId),
      halts.map(({ event }) => event.streamVersion),
      halts.map(({ event }) => event.eventType),
      halts.map(({ kind }) => kind),
      halts.map(({ reason }) => reason),
    ],
  });
}

/**
 * Notes events that have come to parked streams, so that these stay parked until they are applied.
 * @returns false when one of the streams is no longer parked: judge its events again
 */
export async function noteWaiting(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  waiting: readonly PublicEvent[],
): Promise<boolean> {
  if (waiting.length === 0) return true;
  const latest = new Map<string, PublicEvent>();
  for (const event of waiting) {
    const before = latest.get(streamKey(event));
    if (!before || before.streamVersion < event.streamVersion) latest.set(streamKey(event), event);
  }
  const events = [...latest.values()];
  const { rowCount } = await executor.query({
    name: `${schema}.note_waiting`,
    text: `
      UPDATE ${schema}.inbox_parked_stream AS parked
         SET latest_version = greatest(latest_version, come.stream_version)
        FROM unnest($2::text[], $3::text[], $4::integer[]) AS come (source, stream_id, stream_version)
       WHERE consumer = $1 AND parked.source = come.source AND parked.stream_id = come.stream_id`,
    values: [
      consumer,
      events.map(({ source }) => source),
      events.map(({ streamId }) => streamId),
      events.map(({ streamVersion }) => streamVersion),
    ],
  });
  return rowCount === events.length;
}

/**
 * Parks a stream for the installer when the bus has delivered more than its owner has.
 * @returns undefined when it is no longer parked
 */
export async function parkAhead(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  { source, streamId }: StreamRef,
): Promise<Halt | undefined> {
  const reason = 'Events have come that its owner does not have: its log was restored from a backup.';
  const { rows } = await executor.query<{ stream_version: number; event_type: string }>({
    name: `${schema}.park_inbox_stream_ahead`,
    text: `
      UPDATE ${schema}.inbox_parked_stream
         SET kind = 'diverged', reason = $4, request = NULL, taken_until = NULL, parked_at = clock_timestamp()
       WHERE consumer = $1 AND source = $2 AND stream_id = $3
      RETURNING stream_version, event_type`,
    values: [consumer, source, streamId, reason],
  });
  const [row] = rows;
  if (!row) return undefined;
  const event = { source, streamId, streamVersion: row.stream_version, eventType: row.event_type };
  return { event, kind: 'diverged', reason };
}

/** Unparks a stream when all its events are applied. @returns false when more have come */
export async function unpark(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  { source, streamId }: StreamRef,
  appliedVersion: number,
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: `${schema}.unpark_inbox_stream`,
    text: `
      DELETE FROM ${schema}.inbox_parked_stream
       WHERE consumer = $1 AND source = $2 AND stream_id = $3 AND latest_version <= $4`,
    values: [consumer, source, streamId, appliedVersion],
  });
  return rowCount === 1;
}

/** Messages of foreign errors may quote an event's content, so the table omits them; logs have the error itself. */
function reasonOf(error: unknown): string {
  if (error instanceof UnknownEventError || error instanceof DomainError)
    return `${error.name}: ${error.message}`;
  if (!(error instanceof Error)) return 'unnamed failure';
  const { name, code } = error as NodeJS.ErrnoException;
  return code === undefined ? name : `${name} (${code})`;
}
