import { Inject, Injectable } from '@nestjs/common';
import type { Inquiry } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import { CLOCK } from '@svc/service-host';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';

/** Until when a commit has an outcome, in ms from its begin, where nothing else is said. */
export const defaultOutcomeDeadlineMs = 15_000;
export const OUTCOME_DEADLINE_MS = Symbol('OUTCOME_DEADLINE_MS');

/** Before the second, third, … question; the last one again and again. */
const waitsMs = [50, 100, 200, 400, 800];

/** For how long, and how often, the log is asked what has come of a commit whose answer was lost. */
@Injectable()
export class Patience {
  constructor(
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OUTCOME_DEADLINE_MS) private readonly deadlineMs: number,
  ) {}

  /** The deadline counts from now. A third of it is for the answer itself, so that there is time to ask. */
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
