import { RateLimiterMemory } from 'rate-limiter-flexible';
import { windowSeconds, type RateLimitStore } from './rate-limit-store.js';

/** For a single process: several processes would not see each other's counts. */
export function createMemoryStore(): RateLimitStore {
  // It only counts; the caller knows the limit.
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
