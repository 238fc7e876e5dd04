import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { ConversationKey } from '../domain/conversation-identity.js';
import { findLease, markCallerGone, type FoundLease, type Lease } from './lease-rows.js';
import { SCHEDULER, type Scheduler } from './scheduler.js';

/** How often, and at what interval in ms, to check a turn that is about to end: for a second. */
const looks = 40;
const betweenLooksMs = 25;

export interface WatchedCaller {
  /** Marks the turn as ending even if its signal has not fired: nobody reads its output any longer. */
  hasGone(): void;
  /** The turn has ended. */
  letGo(): void;
}

/**
 * Turns without a caller, which are void in a moment. The next call waits for that on any instance; it does not wait
 * for other running turns.
 */
@Injectable()
export class EndingTurns {
  readonly #here = new Set<string>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
  ) {}

  /** For a turn of this instance. @param caller aborts when the client disconnects */
  watch(lease: Lease, caller: AbortSignal): WatchedCaller {
    const key = keyOf(lease);
    const hasGone = (): void => {
      if (this.#here.has(key)) return;
      this.#here.add(key);
      // Best effort for other instances: without it they answer that the turn runs.
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

  /** The lease that blocks a call. If its turn is about to end, the lease as it is after that, or after a second. */
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
