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

/** The same of another topic: `SVC_INSTALLATION` or `SVC_KAFKA_PREFIX` is not what it was. */
export class TopicChangedError extends Error {
  override readonly name = 'TopicChangedError';

  constructor(source: string, kept: string, found: string) {
    super(
      `The topic ${found} is not the one that has the events of ${source} (${kept}): set SVC_INSTALLATION and SVC_KAFKA_PREFIX as they were, or have this one filled: npm run admin -- bus republish --context ${source} --from start`,
    );
  }
}

export interface PublishedPlace {
  readonly clusterId: string;
  readonly topic: string;
}

/**
 * Keeps where a context publishes to, beside its relay's checkpoint.
 * @throws ClusterChangedError, TopicChangedError when it publishes elsewhere
 */
export async function keepCluster(
  executor: Executor,
  source: string,
  { clusterId, topic }: PublishedPlace,
): Promise<void> {
  const { rows } = await executor.query<{ cluster_id: string; topic: string }>({
    name: `${source}.keep_relay_cluster`,
    text: `
      INSERT INTO ${source}.relay_cluster AS kept (one_row, cluster_id, topic) VALUES (true, $1, $2)
          ON CONFLICT (one_row) DO UPDATE SET topic = coalesce(kept.topic, excluded.topic)
      RETURNING cluster_id, topic`,
    values: [clusterId, topic],
  });
  const [kept] = rows;
  if (!kept) return;
  if (kept.cluster_id !== clusterId) throw new ClusterChangedError(source, kept.cluster_id, clusterId);
  if (kept.topic !== topic) throw new TopicChangedError(source, kept.topic, topic);
}

/** The next cluster and topic that the relay finds are to have everything: after a rewind to the start. */
export async function forgetCluster(executor: Executor, source: string): Promise<void> {
  await executor.query({
    name: `${source}.forget_relay_cluster`,
    text: `DELETE FROM ${source}.relay_cluster`,
    values: [],
  });
}
