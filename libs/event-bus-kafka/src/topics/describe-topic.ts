import kafkajs, { type Admin } from 'kafkajs';

/** Settings of a topic that decide whether it keeps acknowledged records. */
export interface TopicDescription {
  readonly topic: string;
  readonly partitions: number;
  /** The smallest number of replicas of all partitions. */
  readonly replicas: number;
  readonly minInSyncReplicas: number;
  /** A replica that lacks records may become the leader when there is no other. */
  readonly allowsUncleanLeaders: boolean;
  /** Undefined: for ever. */
  readonly retentionMs: number | undefined;
}

const settings = ['min.insync.replicas', 'unclean.leader.election.enable', 'retention.ms'] as const;

/** The topic does not exist yet. */
export class MissingTopicError extends Error {
  override readonly name = 'MissingTopicError';

  constructor(topic: string) {
    super(`There is no topic ${topic}: make it with npm run admin -- bus topics`);
  }
}

/** @returns undefined when there is no such topic. */
export async function describeTopic(admin: Admin, topic: string): Promise<TopicDescription | undefined> {
  if (!(await admin.listTopics()).includes(topic)) return undefined;
  const [metadata, configs] = await Promise.all([
    admin.fetchTopicMetadata({ topics: [topic] }),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: [...settings] }],
    }),
  ]);
  const partitions = metadata.topics[0]?.partitions ?? [];
  const entries = configs.resources[0]?.configEntries ?? [];
  const valueOf = (name: (typeof settings)[number]) =>
    entries.find(({ configName }) => configName === name)?.configValue;
  const retentionMs = Number(valueOf('retention.ms'));
  return {
    topic,
    partitions: partitions.length,
    replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
    minInSyncReplicas: Number(valueOf('min.insync.replicas')),
    allowsUncleanLeaders: valueOf('unclean.leader.election.enable') === 'true',
    retentionMs: retentionMs < 0 ? undefined : retentionMs,
  };
}
