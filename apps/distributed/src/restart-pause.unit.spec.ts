import { describe, expect, it } from '@jest/globals';
import { RestartPause } from './restart-pause.js';

describe('the pause before a process is started again', () => {
  it('is short at first, and longer each time it ends soon, up to half a minute', () => {
    const pause = new RestartPause();
    const pauses = Array.from({ length: 9 }, () => pause.afterEnding(0));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('is short again after it has served for a minute', () => {
    const pause = new RestartPause();
    for (const servedMs of [0, 59_999, 10_000]) pause.afterEnding(servedMs);
    expect(pause.afterEnding(60_000)).toBe(500);
    expect(pause.afterEnding(0)).toBe(1_000);
  });
});
