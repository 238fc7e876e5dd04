import type { SqlFragment } from '@svc/event-store';
import { takeLease, takeOverLease, type Lease } from './lease-rows.js';

/** The lease that a turn takes in the statement that appends its InteractionStarted. */
export class RequestedLease {
  #fence = 0;

  constructor(private readonly wanted: Omit<Lease, 'fence'>) {}

  /** The lease that the latest attempt asked for. */
  get lease(): Lease {
    return { ...this.wanted, fence: this.#fence };
  }

  /**
   * The guard of the append, which ends with InteractionStarted. The version of that event is the fence: it only rises,
   * so no two turns of a conversation share it.
   * @param expired the lease of an abandoned turn that is voided with it
   */
  take(expired?: Lease): (version: number) => SqlFragment {
    return (version) => {
      this.#fence = version;
      return expired ? takeOverLease(expired, this.lease) : takeLease(this.lease);
    };
  }
}
