import type { Statement } from '@svc/postgres';
import { eventColumns } from '../events/event-row.js';
import { ofStream } from './of-stream.js';

export interface ReadNewestOptions {
  /** Events of other types are passed over unopened. */
  readonly types: readonly string[];
  readonly limit: number;
}

/** The newest events of some types, in the order of the stream. */
export function readNewestStatement(
  schema: string,
  streamId: string,
  { types, limit }: ReadNewestOptions,
): Statement {
  return {
    name: `${schema}.read_newest`,
    text: `SELECT * FROM (
             SELECT ${eventColumns} FROM ${schema}.event
              WHERE ${ofStream('$1')} AND event_type = ANY($2::text[])
              ORDER BY stream_version DESC LIMIT $3) AS newest
            ORDER BY stream_version`,
    values: [streamId, types, limit],
  };
}
