import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import {
  findLease,
  markCallerGone,
  type ConversationKey,
  type FoundLease,
  type Lease,
} from './lease-rows.js';
import { SCHEDULER, type Scheduler } from './scheduler.js';

/** How often, and how far apart in ms, a turn that is about to end is looked after: for a second. */
const looks = 40;
const betweenLooksMs = 25;

export interface WatchedCaller {
  /** Also when the signal has not said so: nobody takes what the turn says any more. */
  hasGone(): void;
  /** The turn has ended. */
  letGo(): void;
}

/**
 * Turns whose caller has gone: they are void in a moment, so the next call waits for that, whichever instance it comes to.
 * Any other turn that runs is in its way.
 */
@Injectable()
export class EndingTurns {
  readonly #here = new Set<string>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
  ) {}

  /** Of a turn that this instance runs. @param caller aborts when the client has gone away */
  watch(lease: Lease, caller: AbortSignal): WatchedCaller {
    const key = keyOf(lease);
    const hasGone = (): void => {
      if (this.#here.has(key)) return;
      this.#here.add(key);
      // Other instances do without: whoever comes to them is told that the turn runs.
      markCallerGone(this.database, lease).catch(() => undefined);
    };
    caller.addEventListener('abort', hasGone, { once: true });
    if (caller.aborted) hasGone();
    return {
      hasGone,
      letGo: () => {
        caller.removeEventListener('abort', hasGone);
        this.#here.delete(key);
      },
    };
  }

  /** The lease in the way of a call. Where its turn is about to end, as it stands then, or after a second. */
  async leaseInTheWay(conversation: ConversationKey): Promise<FoundLease | undefined> {
    let lease = await findLease(this.database, conversation);
    for (let look = 0; look < looks && lease && this.#isEnding(lease); look += 1) {
      await this.scheduler.wait(betweenLooksMs);
      lease = await findLease(this.database, conversation);
    }
    return lease;
  }

  #isEnding(lease: FoundLease): boolean {
    return !lease.isExpired && (lease.callerHasGone || this.#here.has(keyOf(lease)));
  }
}

function keyOf({ tenantId, conversationId, fence }: Lease): string {
  return `${tenantId}/${conversationId}/${fence}`;
}
