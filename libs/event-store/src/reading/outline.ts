import type { Statement } from '@svc/postgres';
import { personalKey } from '../sealing/sealed-payload.js';
import { ofStream } from './of-stream.js';

/** An event, unopened. */
export interface OutlinedEvent {
  readonly version: number;
  readonly type: string;
  /** As it is stored, with what stands beside it. */
  readonly bytes: number;
  /** The plain text of the asked name; null where the event has none. */
  readonly text: string | null;
}

/** @param hasBlobs something may stand beside events */
export function outlineStatement(
  schema: string,
  streamId: string,
  name: string,
  hasBlobs: boolean,
): Statement {
  const address = `decode(payload::json -> '${personalKey}' ->> 'blob', 'hex')`;
  const beside = hasBlobs
    ? ` + coalesce((SELECT octet_length(content) FROM ${schema}.blob AS b
                     WHERE b.owner = e.subject AND b.tenant_id = e.tenant_id AND b.address = ${address}), 0)`
    : '';
  return {
    name: `${schema}.outline`,
    text: `SELECT stream_version AS version, event_type AS type, payload::json ->> $2 AS text,
                  octet_length(payload)${beside} AS bytes
             FROM ${schema}.event AS e WHERE ${ofStream('$1')} ORDER BY stream_version`,
    values: [streamId, name],
  };
}
