import { setTimeout as pause } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
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
        await admin.createTopics({ waitForLeaders: false, topics: [wanted] });
      }
      created.push({ ...(found ?? (await untilDescribed(admin, topic, partitions))), isNew: !found });
    }
    return created;
  } finally {
    await admin.disconnect();
  }
}

const describedWithinMs = 30_000;
const lookEveryMs = 100;

/** A topic that was made is known to one broker after the other. */
async function untilDescribed(admin: Admin, topic: string, partitions: number): Promise<TopicDescription> {
  for (const giveUpAt = performance.now() + describedWithinMs; ; await pause(lookEveryMs)) {
    try {
      const description = await describeTopic(admin, topic);
      if (description?.partitions === partitions) return description;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
    if (performance.now() > giveUpAt) throw new Error(`Topic ${topic} was made and has not come.`);
  }
}
