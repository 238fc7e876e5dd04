import { randomInt } from 'node:crypto';

/** Random values that come again with the same seed. */
export interface SeededRandom {
  readonly seed: number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
}

/** The seed of environment variable `name`, or a new one. Print it, so that a run can be repeated. */
export function seedFrom(name: string): number {
  const given = process.env[name];
  return given ? Number(given) : randomInt(2 ** 31);
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for the choices of a test. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, below: (below) => Math.floor(next() * below) };
}
