import type { Executor } from '@svc/postgres';
import { ofStream } from './of-stream.js';

/** The part of a stream between an event that a reader has and a later one. */
export interface Stretch {
  readonly streamId: string;
  /** Version and hash of the event before the stretch; version 0: the stretch begins with the stream. */
  readonly after: { readonly version: number; readonly hash: Buffer };
  /** Version of the event behind the stretch. */
  readonly before: number;
}

/**
 * Whether readers of these types miss nothing in a stretch: the event before it is in the log, with this hash, and no
 * public event of these types follows until the end.
 * @returns an answer for each stretch, in their order
 */
export async function arePassedOver(
  executor: Executor,
  schema: string,
  stretches: readonly Stretch[],
  types: readonly string[],
): Promise<readonly boolean[]> {
  const { rows } = await executor.query<{ is_passed_over: boolean }>({
    name: `${schema}.are_passed_over`,
    text: `
      SELECT (first = 0 OR EXISTS (SELECT FROM ${schema}.event
                                    WHERE ${ofStream('stretch.stream_id')} AND stream_version = first AND event.hash = stretch.hash))
             AND NOT EXISTS (SELECT FROM ${schema}.event
                              WHERE ${ofStream('stretch.stream_id')} AND stream_version > first AND stream_version < before
                                AND is_public AND event_type = ANY ($5::text[])) AS is_passed_over
        FROM unnest($1::text[], $2::integer[], $3::bytea[], $4::integer[])
             WITH ORDINALITY AS stretch (stream_id, first, hash, before, ordinal)
       ORDER BY ordinal`,
    values: [
      stretches.map(({ streamId }) => streamId),
      stretches.map(({ after }) => after.version),
      stretches.map(({ after }) => after.hash),
      stretches.map(({ before }) => before),
      types,
    ],
  });
  return rows.map((row) => row.is_passed_over);
}
