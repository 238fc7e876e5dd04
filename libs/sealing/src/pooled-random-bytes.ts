import { randomFillSync } from 'node:crypto';
import type { RandomBytes } from './seal.js';

const poolBytes = 4_096;

/**
 * Random bytes of the operating system, fetched some thousand at a time: a call of its own for each nonce is a quarter of
 * what sealing takes. Each byte is given once, and wiped where it stood.
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
