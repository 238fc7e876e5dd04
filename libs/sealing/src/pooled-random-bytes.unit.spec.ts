import { describe, expect, it } from '@jest/globals';
import { pooledRandomBytes } from './index.js';

describe('pooled random bytes', () => {
  it('are given once, for any sizes', () => {
    const random = pooledRandomBytes();
    const given = new Set(Array.from({ length: 5_000 }, () => Buffer.from(random(12)).toString('hex')));
    expect(given.size).toBe(5_000);
  });

  it.each([1, 12, 4_095, 4_096, 4_097, 10_000])('have the requested size: %i', (size) => {
    const random = pooledRandomBytes();
    random(7);
    const [one, other] = [random(size), random(size)];
    expect([one.length, other.length]).toEqual([size, size]);
    if (size > 1) expect(Buffer.from(one)).not.toEqual(Buffer.from(other));
  });

  it('do not change when others are requested', () => {
    const random = pooledRandomBytes();
    const first = random(16);
    const copy = Buffer.from(first);
    for (let asked = 0; asked < 1_000; asked += 1) random(16);
    expect(Buffer.from(first)).toEqual(copy);
  });
});
