import { Inject, Injectable } from '@nestjs/common';
import type { Inquiry } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import { CLOCK } from '@svc/service-host';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';

/** Default time for a commit to get an outcome, in ms from its begin. */
export const defaultOutcomeDeadlineMs = 15_000;
export const OUTCOME_DEADLINE_MS = Symbol('OUTCOME_DEADLINE_MS');

/** Waits before the second, third, … query; the last one repeats. */
const waitsMs = [50, 100, 200, 400, 800];

/** For how long, and how often, to query the log for a commit whose response was lost. */
@Injectable()
export class Patience {
  constructor(
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OUTCOME_DEADLINE_MS) private readonly deadlineMs: number,
  ) {}

  /** Starts the deadline now. The response gets a third of the time, which leaves the rest for queries. */
  begin(): Pick<Inquiry<unknown>, 'answerWithinMs' | 'persist'> {
    const endsAtMs = this.clock.now() + this.deadlineMs;
    let asked = 0;
    const persist = async (): Promise<boolean> => {
      const waitMs = waitsMs[Math.min(asked, waitsMs.length - 1)] ?? 0;
      asked += 1;
      if (this.clock.now() + waitMs > endsAtMs) return false;
      await this.scheduler.wait(waitMs);
      return true;
    };
    return { answerWithinMs: this.deadlineMs / 3, persist };
  }
}
