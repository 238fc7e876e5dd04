import type { Statement } from '@svc/postgres';
import { eventColumns } from '../events/event-row.js';
import { ofStream } from './of-stream.js';

/** An event that so many bytes of payload and metadata stand before ends a page; so one may be larger by one event. */
const pageBytes = 1024 * 1024;

/** Public events of one stream behind a version, in their order. */
export function readPublicStreamStatement(
  schema: string,
  streamId: string,
  afterVersion: number,
  limit: number,
): Statement {
  return {
    name: `${schema}.read_public_stream`,
    text: `
      SELECT ${eventColumns}
        FROM (SELECT *, sum(octet_length(payload) + octet_length(metadata)) OVER before AS bytes_before
                FROM (SELECT * FROM ${schema}.event
                       WHERE ${ofStream('$1')} AND stream_version > $2 AND is_public
                       ORDER BY stream_version LIMIT $3) AS next
              WINDOW before AS (ORDER BY stream_version ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS page
       WHERE coalesce(bytes_before, 0) < ${pageBytes}
       ORDER BY stream_version`,
    values: [streamId, afterVersion, limit],
  };
}
