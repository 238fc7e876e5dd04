import type { Executor } from '@svc/postgres';

/** The relay's checkpoint says what the cluster of this id has; another cluster lacks all of it. */
export class ClusterChangedError extends Error {
  override readonly name = 'ClusterChangedError';

  constructor(source: string, kept: string, found: string) {
    super(
      `This Kafka (cluster ${found}) is not the one that has the events of ${source} (cluster ${kept}): start that one again, or have this one filled: npm run admin -- bus republish --context ${source} --from start`,
    );
  }
}

/**
 * Keeps the id of the cluster that a context publishes to, beside its relay's checkpoint.
 * @throws ClusterChangedError when it publishes to another one
 */
export async function keepCluster(executor: Executor, source: string, found: string): Promise<void> {
  const { rows } = await executor.query<{ cluster_id: string }>({
    name: `${source}.keep_relay_cluster`,
    text: `
      INSERT INTO ${source}.relay_cluster AS kept (one_row, cluster_id) VALUES (true, $1)
          ON CONFLICT (one_row) DO UPDATE SET cluster_id = kept.cluster_id
      RETURNING cluster_id`,
    values: [found],
  });
  const kept = rows[0]?.cluster_id;
  if (kept !== undefined && kept !== found) throw new ClusterChangedError(source, kept, found);
}

/** The next cluster that the relay finds is to have everything: after a rewind to the start. */
export async function forgetCluster(executor: Executor, source: string): Promise<void> {
  await executor.query({
    name: `${source}.forget_relay_cluster`,
    text: `DELETE FROM ${source}.relay_cluster`,
    values: [],
  });
}
