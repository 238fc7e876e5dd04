import { partitionOfKey, type PartitionKey } from '../consumer/partition-events.js';

/** `svc.identity.events/0=12 svc.identity.events/1=40`: the next offset of each partition. */
export function tailOffsets(offsets: ReadonlyMap<PartitionKey, bigint>): string {
  return [...offsets].map(([partition, offset]) => `${partition}=${offset}`).join(' ');
}

const place = /^([a-z0-9_.-]+\/\d{1,9})=(\d{1,19})$/;

/** @throws TypeError when it is not a position in these very topics. */
export function parseTailOffsets(text: string, topics: readonly string[]): ReadonlyMap<PartitionKey, bigint> {
  const offsets = new Map<PartitionKey, bigint>();
  for (const part of text.split(' ')) {
    const [, key, offset] = place.exec(part) ?? [];
    if (key === undefined || offset === undefined)
      throw new TypeError('This is no position of a tail of this bus.');
    offsets.set(key as PartitionKey, BigInt(offset));
  }
  const named = new Set([...offsets.keys()].map((key) => partitionOfKey(key).topic));
  if (named.size !== topics.length || topics.some((topic) => !named.has(topic)))
    throw new TypeError('This is the position of a tail of other sources.');
  return offsets;
}
