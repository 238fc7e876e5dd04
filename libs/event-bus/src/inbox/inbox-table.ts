import type { Executor } from '@svc/postgres';
import type { PublicEvent, StreamRef } from '../public-event.js';
import { nothingApplied, type Applied } from './judge-event.js';

/** The inbox of one consumer. */
export interface InboxAddress {
  /** Of the consuming context. */
  readonly schema: string;
  readonly consumer: string;
}

/** A consumer's position in a stream, and whether the stream is parked. */
export interface StreamState {
  readonly applied: Applied;
  readonly isParked: boolean;
}

export const streamKey = ({ source, streamId }: StreamRef): string => `${source}/${streamId}`;

/** Another process has moved the stream at the same time: plan again. */
export class InboxMovedError extends Error {
  override readonly name = 'InboxMovedError';

  constructor({ schema, consumer }: InboxAddress) {
    super(`The inbox of ${schema}.${consumer} has moved meanwhile.`);
  }
}

interface StateRow {
  readonly source: string;
  readonly stream_id: string;
  readonly stream_version: number | null;
  readonly hash: Buffer | null;
  readonly is_parked: boolean;
}

/** @returns the state of each stream, by `streamKey`. One query. */
export async function readStates(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  streams: readonly StreamRef[],
): Promise<Map<string, StreamState>> {
  const known = new Map(streams.map((stream) => [streamKey(stream), stream]));
  const { rows } = await executor.query<StateRow>({
    name: `${schema}.inbox_states`,
    text: `
      SELECT source, stream_id, stream_version, hash, parked.consumer IS NOT NULL AS is_parked
        FROM unnest($2::text[], $3::text[]) AS asked (source, stream_id)
        LEFT JOIN (SELECT * FROM ${schema}.inbox WHERE consumer = $1) AS known USING (source, stream_id)
        LEFT JOIN (SELECT consumer, source, stream_id FROM ${schema}.inbox_parked_stream WHERE consumer = $1) AS parked
            USING (source, stream_id)`,
    values: [
      consumer,
      [...known.values()].map(({ source }) => source),
      [...known.values()].map(({ streamId }) => streamId),
    ],
  });
  return new Map(
    rows.map(({ source, stream_id: streamId, stream_version: version, hash, is_parked: isParked }) => [
      streamKey({ source, streamId }),
      { applied: version === null || hash === null ? nothingApplied : { version, hash }, isParked },
    ]),
  );
}

/**
 * Moves the inbox past applied events, by one statement for a batch. Events of one stream follow each other.
 * @throws InboxMovedError when a stream is not at the version before its first event.
 */
export async function moveInbox(
  executor: Executor,
  address: InboxAddress,
  events: readonly PublicEvent[],
): Promise<void> {
  const { schema, consumer } = address;
  const moves = new Map<string, { readonly first: PublicEvent; readonly last: PublicEvent }>();
  for (const event of events) {
    const first = moves.get(streamKey(event))?.first ?? event;
    moves.set(streamKey(event), { first, last: event });
  }
  // Sorted, or two processes could deadlock.
  const sorted = [...moves].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, move]) => move);
  const { rows } = await executor.query<{ moved: number }>({
    name: `${schema}.move_inbox`,
    text: `
      WITH move AS (
        SELECT * FROM unnest($2::text[], $3::text[], $4::integer[], $5::bytea[], $6::integer[], $7::bytea[])
                   AS move (source, stream_id, from_version, from_hash, to_version, to_hash)
      ), begun AS (
        INSERT INTO ${schema}.inbox (consumer, source, stream_id, stream_version, hash)
        SELECT $1, source, stream_id, to_version, to_hash FROM move WHERE from_version = 0
            ON CONFLICT DO NOTHING RETURNING 1
      ), continued AS (
        UPDATE ${schema}.inbox AS known SET stream_version = to_version, hash = to_hash FROM move
         WHERE known.consumer = $1 AND known.source = move.source AND known.stream_id = move.stream_id
           AND known.stream_version = from_version AND known.hash = from_hash
        RETURNING 1
      )
      SELECT ((SELECT count(*) FROM begun) + (SELECT count(*) FROM continued))::integer AS moved`,
    values: [
      consumer,
      sorted.map(({ first }) => first.source),
      sorted.map(({ first }) => first.streamId),
      sorted.map(({ first }) => first.previousVersion),
      sorted.map(({ first }) => first.previousHash),
      sorted.map(({ last }) => last.streamVersion),
      sorted.map(({ last }) => last.hash),
    ],
  });
  if (rows[0]?.moved !== sorted.length) throw new InboxMovedError(address);
}

/** Resets the consumer to the start of the stream. */
export async function forgetStream(
  executor: Executor,
  { schema, consumer }: InboxAddress,
  { source, streamId }: StreamRef,
): Promise<void> {
  await executor.query({
    name: `${schema}.forget_inbox_stream`,
    text: `DELETE FROM ${schema}.inbox WHERE consumer = $1 AND source = $2 AND stream_id = $3`,
    values: [consumer, source, streamId],
  });
}
