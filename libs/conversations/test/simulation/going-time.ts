import { setTimeout as delay } from 'node:timers/promises';
import { ManualScheduler } from '../manual-scheduler.js';
import { SettableClock } from '../settable-clock.js';

/** A clock that goes, and maybe goes wrong. */
export class GoingClock extends SettableClock {
  constructor(private readonly aheadMs = 0) {
    super();
  }

  override now(): number {
    return Date.now() + this.aheadMs;
  }
}

/** Waits for as long as it is asked to, or for a part of that. Its timers fire at the word of the test alone. */
export class WaitingScheduler extends ManualScheduler {
  constructor(private readonly part = 1) {
    super();
  }

  override async wait(ms: number): Promise<void> {
    await delay(ms * this.part);
  }
}
