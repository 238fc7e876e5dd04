import type { Statement } from '@svc/postgres';
import { eventColumns } from '../events/event-row.js';
import { ofStream } from './of-stream.js';

export function readVersionsStatement(
  schema: string,
  streamId: string,
  versions: readonly number[],
): Statement {
  return {
    name: `${schema}.read_versions`,
    text: `SELECT ${eventColumns} FROM ${schema}.event
            WHERE ${ofStream('$1')} AND stream_version = ANY($2::integer[]) ORDER BY stream_version`,
    values: [streamId, versions],
  };
}
