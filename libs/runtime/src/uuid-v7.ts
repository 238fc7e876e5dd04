import type { Clock } from '@svc/kernel';
import type { RandomSource } from './random-source.js';

/** `rand_a` is 12 bits wide (RFC 9562 section 5.7); here it counts the ids of one millisecond. */
const counterLimit = 0x1000;

/**
 * A generator of version 7 UUIDs that rise within this process: 48 bits of milliseconds, then a counter that starts at
 * a random value below 2048 in each millisecond (RFC 9562 section 6.2, method 1), then 62 random bits. If the clock
 * steps back or the counter is used up, ids continue from the latest millisecond used.
 */
export function createUuidV7Generator(clock: Clock, random: RandomSource): () => string {
  let millisecond = -1;
  let counter = 0;

  return () => {
    const bytes = Buffer.from(random(16));
    const now = clock.now();
    counter = now > millisecond ? bytes.readUInt16BE(6) % (counterLimit / 2) : counter + 1;
    millisecond = Math.max(now, millisecond);
    if (counter === counterLimit) {
      counter = 0;
      millisecond += 1;
    }
    bytes.writeUIntBE(millisecond, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}
