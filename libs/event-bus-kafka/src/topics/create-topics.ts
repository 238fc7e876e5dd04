import type { Kafka } from 'kafkajs';
import { describeTopic, type TopicDescription } from './describe-topic.js';
import type { TopicNames } from './topic-names.js';

export interface CreateTopicsOptions {
  readonly names: TopicNames;
  /** Contexts that publish. */
  readonly sources: readonly string[];
  /** Fixed for ever: with another number streams would go on in other partitions, ahead of what they have sent. */
  readonly partitions?: number;
  /** Default: three, where there are so many brokers. */
  readonly replicas?: number;
}

export interface CreatedTopic extends TopicDescription {
  readonly isNew: boolean;
}

export const defaultPartitions = 48;
const usualReplicas = 3;

/** Makes the topics of contexts that are not there yet, and describes all of them. Those that exist stay as they are. */
export async function createTopics(
  kafka: Kafka,
  { names, sources, partitions = defaultPartitions, replicas }: CreateTopicsOptions,
): Promise<readonly CreatedTopic[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    const replicationFactor = replicas ?? Math.min(usualReplicas, brokers.length);
    const created: CreatedTopic[] = [];
    for (const topic of sources.map((source) => names.topicOf(source))) {
      const found = await describeTopic(admin, topic);
      if (!found) {
        const configEntries = Object.entries({
          'min.insync.replicas': String(Math.max(1, replicationFactor - 1)),
          'unclean.leader.election.enable': 'false',
          'retention.ms': '-1',
        }).map(([name, value]) => ({ name, value }));
        const wanted = { topic, numPartitions: partitions, replicationFactor, configEntries };
        await admin.createTopics({ waitForLeaders: true, topics: [wanted] });
      }
      const description = found ?? (await describeTopic(admin, topic));
      if (description) created.push({ ...description, isNew: !found });
    }
    return created;
  } finally {
    await admin.disconnect();
  }
}
