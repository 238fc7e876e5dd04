import type { ProvenEvent } from '../authenticity/event-verifier.js';

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

/** A record with its offset. */
export interface RecordPlace extends Partition {
  readonly offset: string;
}

/** An event with its proof, where it came from, and the next offset of its partition. */
export interface PlacedEvent extends ProvenEvent {
  readonly place: RecordPlace;
  readonly nextOffset: bigint;
}
