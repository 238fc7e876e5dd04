import type { Clock } from '@svc/kernel';
import type { RandomSource } from './random-source.js';

/**
 * 24 lower-case hex digits (contract-classic.md section 0, `oid`): 4 bytes of seconds since the epoch, then 8 random
 * bytes. Random instead of BSON's process id and counter, so that ids tell nothing about how many there are.
 */
export function createObjectId(clock: Clock, random: RandomSource): string {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(clock.now() / 1000) >>> 0, 0);
  bytes.set(random(8), 4);
  return bytes.toString('hex');
}
