import kafkajs from 'kafkajs';

const partitioner = kafkajs.Partitioners.DefaultPartitioner();

/**
 * The partition of a key, as every client of Kafka chooses it. Producers that disagree would send one stream to two
 * partitions.
 */
export function partitionOf(key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    ...unknown,
    partitionId,
  }));
  return partitioner({ topic: '', partitionMetadata, message: { key, value: null } });
}

const unknown = { partitionErrorCode: 0, leader: 0, replicas: [], isr: [] };
