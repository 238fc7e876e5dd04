import { randomFillSync } from 'node:crypto';
import type { RandomBytes } from './seal.js';

const poolBytes = 4_096;

/**
 * Random bytes of the operating system, read some thousand at a time: a system call for each nonce would be a quarter
 * of the time to seal. Each byte is used once and then wiped from the pool.
 */
export function pooledRandomBytes(): RandomBytes {
  const pool = Buffer.alloc(poolBytes);
  let given = poolBytes;
  return (size) => {
    if (size > poolBytes) return randomFillSync(Buffer.alloc(size));
    if (given + size > poolBytes) {
      randomFillSync(pool);
      given = 0;
    }
    const bytes = Buffer.from(pool.subarray(given, given + size));
    pool.fill(0, given, given + size);
    given += size;
    return bytes;
  };
}
