import { createSystemRandom } from './random-source.js';

describe('random bytes', () => {
  it('have the requested size, also above the pool', () => {
    const random = createSystemRandom();
    expect([0, 1, 16, 4_096, 10_000].map((size) => random(size).length)).toEqual([0, 1, 16, 4_096, 10_000]);
  });

  it('never repeat, however the pool is used up', () => {
    const random = createSystemRandom();
    const seen = Array.from({ length: 5_000 }, () => Buffer.from(random(12)).toString('hex'));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('do not change when more are taken', () => {
    const random = createSystemRandom();
    const first = random(16);
    const before = Buffer.from(first).toString('hex');
    for (let taken = 0; taken < 10_000; taken += 16) random(16);
    expect(Buffer.from(first).toString('hex')).toBe(before);
  });
});
