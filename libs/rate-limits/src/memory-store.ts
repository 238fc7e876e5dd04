import { RateLimiterMemory } from 'rate-limiter-flexible';
import { windowSeconds, type RateLimitStore } from './rate-limit-store.js';

/** For one process that serves alone: what each of several counts, the others don't know. */
export function createMemoryStore(): RateLimitStore {
  // It is asked for counts alone: how many are too many is judged by who asks.
  const counts = new RateLimiterMemory({ points: 1, duration: windowSeconds });
  return {
    async add({ startsAtMs, key }, by) {
      const counted = `${startsAtMs} ${key}`;
      const { consumedPoints } = await (by === 1 ? counts.penalty(counted) : counts.reward(counted));
      return Math.max(0, consumedPoints);
    },
    close: () => Promise.resolve(),
  };
}
