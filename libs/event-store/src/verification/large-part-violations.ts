import type { Executor } from '@svc/postgres';
import type { ChainViolation } from './chain-violation.js';

/**
 * Large personal parts, which are stored as blobs, that are missing although their subject was not erased. Reads leave
 * them out.
 */
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
    reason: 'its personal part was stored as a blob, which is missing',
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
