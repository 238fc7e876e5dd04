import type { Executor } from '@svc/postgres';
import type { LoggedStream } from './logged-streams.js';

/** The latest version of each stream. */
export async function streamHeads(
  executor: Executor,
  schema: string,
  streams: readonly LoggedStream<unknown>[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await executor.query<{ id: string; version: number }>({
    name: `${schema}.rebuild_heads`,
    text: `
      SELECT asked.id, head.version
        FROM unnest($1::text[]) AS asked (id)
        JOIN LATERAL (SELECT stream_version AS version FROM ${schema}.event
                       WHERE stream_id = asked.id ORDER BY stream_version DESC LIMIT 1) AS head ON true`,
    values: [streams.map(({ streamId }) => streamId)],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}
