import type { Clock } from '@svc/kernel';

/** The machine's clock. Only mains use it; all other code receives a `Clock`. */
export const systemClock: Clock = { now: () => Date.now() };
