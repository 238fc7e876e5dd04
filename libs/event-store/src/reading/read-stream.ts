import type { Statement } from '@svc/postgres';
import { eventColumns } from '../events/event-row.js';
import { ofStream } from './of-stream.js';

export interface ReadStreamOptions {
  /** Only events with a higher version. */
  readonly afterVersion?: number;
  /** At most so many events; all when left out. */
  readonly limit?: number;
}

export function readStreamStatement(schema: string, streamId: string, options: ReadStreamOptions): Statement {
  return {
    name: `${schema}.read_stream`,
    text: `SELECT ${eventColumns} FROM ${schema}.event
            WHERE ${ofStream('$1')} AND stream_version > $2 ORDER BY stream_version LIMIT $3`,
    values: [streamId, options.afterVersion ?? 0, options.limit ?? null],
  };
}
