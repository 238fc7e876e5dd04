import type { Executor } from '@svc/postgres';
import type { ChainViolation } from './chain-violation.js';

/** Snapshots that do not match the event of their stream that they name. Loads don't use them. */
export async function snapshotViolations(
  executor: Executor,
  schema: string,
  streamPrefix: string,
): Promise<readonly ChainViolation[]> {
  const { rows } = await executor.query<{ stream_id: string; stream_version: number }>({
    name: `${schema}.verify_snapshots`,
    text: `SELECT s.stream_id, s.stream_version FROM ${schema}.snapshot AS s
             LEFT JOIN ${schema}.event AS e USING (stream_id, stream_version)
            WHERE (e.hash IS DISTINCT FROM s.event_hash OR e.tenant_id IS DISTINCT FROM s.tenant_id)
              AND s.stream_id >= $1 AND s.stream_id < $1 || chr(1114111)
            ORDER BY s.stream_id`,
    values: [streamPrefix],
  });
  return rows.map(({ stream_id: streamId, stream_version: streamVersion }) => ({
    streamId,
    streamVersion,
    reason: 'the snapshot does not match the event that it names',
  }));
}
