import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Throttle } from './throttle.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const recording = () => {
  const calls: string[] = [];
  return { calls, throttle: new Throttle(20, (key) => calls.push(key)) };
};

describe('a throttle of 20 ms', () => {
  it('given a quiet key, works at once', () => {
    const { calls, throttle } = recording();
    throttle.call('a');
    expect(calls).toEqual(['a']);
  });

  it('given a hundred calls in one interval, works once at its beginning and once at its end', () => {
    const { calls, throttle } = recording();
    for (let call = 0; call < 100; call++) throttle.call('a');
    jest.advanceTimersByTime(19);
    expect(calls).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(calls).toHaveLength(2);
    jest.advanceTimersByTime(100);
    expect(calls).toHaveLength(2);
  });

  it('given calls all the time, works once in each interval', () => {
    const { calls, throttle } = recording();
    for (let ms = 0; ms < 1_000; ms++) {
      throttle.call('a');
      jest.advanceTimersByTime(1);
    }
    expect(calls.length).toBeGreaterThanOrEqual(50);
    expect(calls.length).toBeLessThanOrEqual(51);
  });

  it('keeps its keys apart', () => {
    const { calls, throttle } = recording();
    throttle.call('a');
    throttle.call('b');
    expect(calls).toEqual(['a', 'b']);
  });

  it('once stopped, drops what waits', () => {
    const { calls, throttle } = recording();
    throttle.call('a');
    throttle.call('a');
    throttle.stop();
    jest.advanceTimersByTime(100);
    expect(calls).toHaveLength(1);
  });
});
