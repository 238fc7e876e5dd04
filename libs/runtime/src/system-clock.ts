import type { Clock } from '@svc/kernel';

/** The machine's clock. Only mains hand it out; everything else is given a `Clock`. */
export const systemClock: Clock = { now: () => Date.now() };
