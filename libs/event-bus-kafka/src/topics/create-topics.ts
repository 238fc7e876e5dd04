import { setTimeout as pause } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
import { describeTopic, type TopicDescription } from './describe-topic.js';
import { assertNotForeign } from './own-topics.js';
import type { TopicNames } from './topic-names.js';

export interface CreateTopicsOptions {
  readonly names: TopicNames;
  /** Contexts that publish. */
  readonly sources: readonly string[];
  /** Fixed for ever: with another number streams would move to other partitions and lose their order. */
  readonly partitions?: number;
  /** Default: three, or the number of brokers if lower. */
  readonly replicas?: number;
}

export interface CreatedTopic extends TopicDescription {
  readonly isNew: boolean;
}

export const defaultPartitions = 48;
const usualReplicas = 3;

/**
 * Creates the missing topics of contexts, and describes all of them. Existing ones stay as they are.
 * @throws ForeignTopicsError when topics of this prefix are another installation's
 */
export async function createTopics(
  kafka: Kafka,
  { names, sources, partitions = defaultPartitions, replicas }: CreateTopicsOptions,
): Promise<readonly CreatedTopic[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    const replicationFactor = replicas ?? Math.min(usualReplicas, brokers.length);
    await mark(admin, names, replicationFactor);
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

/** Of two installations that mark the same prefix at the same time, each sees the other. */
async function mark(admin: Admin, names: TopicNames, replicationFactor: number): Promise<void> {
  const topics = await admin.listTopics();
  assertNotForeign(topics, names);
  if (topics.includes(names.marker)) return;
  const marker = { topic: names.marker, numPartitions: 1, replicationFactor };
  await admin.createTopics({ waitForLeaders: false, topics: [marker] });
  assertNotForeign(await admin.listTopics(), names);
}

const describedWithinMs = 30_000;
const lookEveryMs = 100;

/** Brokers learn of a new topic one after the other. */
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
