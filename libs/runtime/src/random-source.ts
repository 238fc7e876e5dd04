import { randomFillSync } from 'node:crypto';

/** Gives `size` unpredictable bytes. Replaced in tests alone. */
export type RandomSource = (size: number) => Uint8Array;

/** One call of the system for many ids. Each byte is given out once. */
const poolBytes = 4_096;

/** The system's cryptographic generator, asked for a pool of bytes at a time. */
export function createSystemRandom(): RandomSource {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (size) => {
    if (size > poolBytes) return randomFillSync(Buffer.alloc(size));
    if (used + size > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = Buffer.from(pool.subarray(used, used + size));
    pool.fill(0, used, used + size);
    used += size;
    return bytes;
  };
}
