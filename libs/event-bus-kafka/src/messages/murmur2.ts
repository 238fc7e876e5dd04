const seed = 0x9747b28c;
const multiplier = 0x5bd1e995;

/**
 * The hash by which every client of Kafka gives a key its partition, as a signed 32-bit number. Producers that don't
 * agree on it would send one stream to two partitions.
 */
export function murmur2(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = bytes.length >>> 2;
  let hash = seed ^ bytes.length;
  for (let word = 0; word < words; word += 1) {
    let mixed = Math.imul(view.getInt32(word * 4, true), multiplier);
    mixed = Math.imul(mixed ^ (mixed >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ mixed;
  }
  const rest = bytes.subarray(words * 4);
  if (rest.length > 0) {
    rest.forEach((byte, index) => (hash ^= byte << (8 * index)));
    hash = Math.imul(hash, multiplier);
  }
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return hash ^ (hash >>> 15);
}

/** The partition of a key in a topic that has so many. */
export function partitionOf(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}
