import type { Clock } from '@svc/kernel';
import type { RandomSource } from './random-source.js';

/** `999` takes 10 bits; the other 6 of its 2 bytes stay random. */
const randomBits = 6;

/**
 * 24 lower-case hex digits: 4 bytes of seconds since the epoch, 10 bits of milliseconds, then 54 random bits. Sorted by
 * id, interactions are in conversation order, as clients expect. Random instead of BSON's process id and counter, so
 * ids don't reveal how many there are.
 */
export function createObjectId(clock: Clock, random: RandomSource): string {
  const nowMs = Math.floor(clock.now());
  const seconds = Math.floor(nowMs / 1000);
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(seconds >>> 0, 0);
  bytes.set(random(8), 4);
  const keptRandom = bytes.readUInt16BE(4) & ((1 << randomBits) - 1);
  bytes.writeUInt16BE(((nowMs - seconds * 1000) << randomBits) | keptRandom, 4);
  return bytes.toString('hex');
}
