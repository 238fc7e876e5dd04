import { setTimeout as delay } from 'node:timers/promises';
import { ManualScheduler } from '../manual-scheduler.js';
import { SettableClock } from '../settable-clock.js';

/** A running clock, which may be wrong. */
export class GoingClock extends SettableClock {
  constructor(private readonly aheadMs = 0) {
    super();
  }

  override now(): number {
    return Date.now() + this.aheadMs;
  }
}

/** Waits as long as asked, or a part of that. Its timers fire only when the test says so. */
export class WaitingScheduler extends ManualScheduler {
  constructor(private readonly part = 1) {
    super();
  }

  override async wait(ms: number): Promise<void> {
    await delay(ms * this.part);
  }
}
