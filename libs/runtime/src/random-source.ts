import { randomFillSync } from 'node:crypto';

/** Returns `size` unpredictable bytes. Replaced only in tests. */
export type RandomSource = (size: number) => Uint8Array;

/** One system call for many ids. Each byte is used once. */
const poolBytes = 4_096;

/** The system's cryptographic generator, read by the pool. */
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
