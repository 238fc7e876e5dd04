import type { Executor } from '@svc/postgres';
import type { ChainViolation } from './chain-violation.js';

/** Personal parts that stood beside their events and are gone, though nobody erased their subject: reads leave them out. */
export async function largePartViolations(
  executor: Executor,
  schema: string,
  streamPrefix: string,
): Promise<readonly ChainViolation[]> {
  if (!(await holdsBlobs(executor, schema))) return [];
  const { rows } = await executor.query<{ stream_id: string; stream_version: number }>({
    name: `${schema}.verify_large_parts`,
    text: `SELECT e.stream_id, e.stream_version FROM ${schema}.event AS e
            WHERE e.payload LIKE '{"$personal":{"blob":%'
              AND e.stream_id >= $1 AND e.stream_id < $1 || chr(1114111)
              AND NOT EXISTS (
                SELECT FROM ${schema}.blob AS b
                 WHERE b.owner = e.subject AND b.tenant_id = e.tenant_id
                   AND encode(b.address, 'hex') = e.payload::json #>> '{$personal,blob}')
              AND NOT EXISTS (SELECT FROM ${schema}.erased_subject AS s WHERE s.subject = e.subject)
            ORDER BY e.stream_id, e.stream_version`,
    values: [streamPrefix],
  });
  return rows.map(({ stream_id: streamId, stream_version: streamVersion }) => ({
    streamId,
    streamVersion,
    reason: 'what is personal in it stood beside it, and is gone',
  }));
}

/** A context whose events are all small has no such table. */
async function holdsBlobs(executor: Executor, schema: string): Promise<boolean> {
  const { rows } = await executor.query<{ holds: boolean }>({
    name: 'verify_holds_blobs',
    text: 'SELECT to_regclass($1) IS NOT NULL AS holds',
    values: [`${schema}.blob`],
  });
  return rows[0]?.holds ?? false;
}
