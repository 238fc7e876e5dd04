import { randomBytes } from 'node:crypto';

/** Gives `size` unpredictable bytes. Replaced in tests alone. */
export type RandomSource = (size: number) => Uint8Array;

export const systemRandom: RandomSource = (size) => randomBytes(size);
