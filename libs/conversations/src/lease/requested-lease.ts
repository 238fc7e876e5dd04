import type { SqlFragment } from '@svc/event-store';
import { takeLease, takeOverLease, type Lease } from './lease-rows.js';

/** The lease that the begin of a turn asks for, in the very statement that appends InteractionStarted. */
export class RequestedLease {
  #fence = 0;

  constructor(private readonly wanted: Omit<Lease, 'fence'>) {}

  /** As the latest try has asked for it. */
  get lease(): Lease {
    return { ...this.wanted, fence: this.#fence };
  }

  /**
   * The guard of the append, whose last event is InteractionStarted. Its version is the fence: it only rises, so no two
   * turns of a conversation share it.
   * @param expired the lease of a turn that was left behind and is voided with it
   */
  take(expired?: Lease): (version: number) => SqlFragment {
    return (version) => {
      this.#fence = version;
      return expired ? takeOverLease(expired, this.lease) : takeLease(this.lease);
    };
  }
}
