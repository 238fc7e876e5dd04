import type { PublicEvent } from '@svc/event-bus';

/** A partition of a topic, as a key of maps. */
export type PartitionKey = `${string}/${number}`;

export interface Partition {
  readonly topic: string;
  readonly partition: number;
}

export const keyOf = ({ topic, partition }: Partition): PartitionKey => `${topic}/${partition}`;

export function partitionOfKey(key: PartitionKey): Partition {
  const slash = key.lastIndexOf('/');
  return { topic: key.slice(0, slash), partition: Number(key.slice(slash + 1)) };
}

/** An event, and the next offset of its partition. */
export interface PlacedEvent {
  readonly event: PublicEvent;
  readonly nextOffset: bigint;
}
