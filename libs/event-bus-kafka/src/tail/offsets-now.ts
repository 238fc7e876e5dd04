import type { Kafka } from 'kafkajs';
import { keyOf, type PartitionKey } from '../consumer/partition-events.js';

/** Where each partition of these topics begins (`low`), or ends now (`high`). */
export async function offsetsNow(
  kafka: Kafka,
  topics: readonly string[],
  end: 'low' | 'high',
): Promise<readonly (readonly [PartitionKey, bigint])[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const offsets = await Promise.all(
      topics.map(async (topic) => ({ topic, partitions: await admin.fetchTopicOffsets(topic) })),
    );
    return offsets.flatMap(({ topic, partitions }) =>
      partitions.map((place) => [keyOf({ topic, partition: place.partition }), BigInt(place[end])] as const),
    );
  } finally {
    await admin.disconnect();
  }
}
