import type { Clock } from '@svc/kernel';

/** Stands still until it is set. */
export class SettableClock implements Clock {
  nowMs = Date.UTC(2026, 10, 21, 12);

  now(): number {
    return this.nowMs;
  }
}
