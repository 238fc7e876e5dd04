import type { Statement } from '@svc/postgres';
import { eventColumns } from '../events/event-row.js';
import { ofStream } from './of-stream.js';

export interface ReadNewestOptions {
  /** Events of other types are passed over unopened. */
  readonly types: readonly string[];
  readonly limit: number;
  /** Older events than these bytes hold are left out, unopened. */
  readonly mostBytes: number;
  /** What an event with a part beside it counts as: rows don't show the size of that part. */
  readonly bytesOfLarge: number;
  /** Only those that hold one of these values in plain under this name. */
  readonly having?: { readonly name: string; readonly isOneOf: readonly string[] };
}

/** The newest events of some types, in the order of the stream. */
export function readNewestStatement(
  schema: string,
  streamId: string,
  { types, limit, mostBytes, bytesOfLarge, having }: ReadNewestOptions,
): Statement {
  const isWanted = having ? ' AND payload::json ->> $6 = ANY($7::text[])' : '';
  return {
    name: `${schema}.read_newest${having ? '_having' : ''}`,
    // The beginning of a payload with a large part is that of hasLargePart. octet_length reads no content.
    text: `SELECT * FROM (
             SELECT newest.*, sum(bytes) OVER (ORDER BY stream_version DESC) AS bytes_up_to FROM (
               SELECT ${eventColumns},
                      CASE WHEN left(payload, 14) = '{"$personal":{' THEN $5::int
                           ELSE octet_length(payload) END AS bytes
                 FROM ${schema}.event
                WHERE ${ofStream('$1')} AND event_type = ANY($2::text[])${isWanted}
                ORDER BY stream_version DESC LIMIT $3) AS newest) AS counted
            WHERE bytes_up_to <= $4
            ORDER BY stream_version`,
    values: [
      streamId,
      types,
      limit,
      mostBytes,
      bytesOfLarge,
      ...(having ? [having.name, having.isOneOf] : []),
    ],
  };
}
