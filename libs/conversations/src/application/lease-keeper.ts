import { FencedError } from '@svc/event-store';
import { streamId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { Logger } from '@svc/telemetry';
import { renewLeases, type Lease } from '../adapters/lease-rows.js';

/** How often the leases of this instance are renewed: a sixth of their length. */
export const leaseRenewalMs = 5_000;

export interface HeldLease {
  /** Aborted with a `FencedError` once the lease was found to be somebody else's. */
  readonly lost: AbortSignal;
  /** From now on the lease is not renewed. */
  letGo(): void;
}

/** Keeps the leases of all turns that this instance runs, by one statement for all of them. */
export class LeaseKeeper {
  readonly #held = new Map<Lease, AbortController>();

  constructor(
    readonly owner: string,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  hold(lease: Lease): HeldLease {
    const loss = new AbortController();
    this.#held.set(lease, loss);
    return { lost: loss.signal, letGo: () => void this.#held.delete(lease) };
  }

  /** Whether this instance runs the turn of a lease found in the database. */
  holds({ conversationId, fence }: Lease): boolean {
    return [...this.#held.keys()].some(
      (held) => held.conversationId === conversationId && held.fence === fence,
    );
  }

  /** Never rejects: a database that is away now may be back at the next call, in time. */
  async renew(): Promise<void> {
    const leases = [...this.#held.keys()];
    if (leases.length === 0) return;
    try {
      const renewed = new Set(await renewLeases(this.database, leases));
      for (const lease of leases) if (!renewed.has(lease)) this.#lose(lease);
    } catch (error) {
      this.logger.warn('leases could not be renewed', { leases: leases.length, error });
    }
  }

  #lose(lease: Lease): void {
    const loss = this.#held.get(lease);
    // Let go of while the statement ran.
    if (loss === undefined) return;
    this.#held.delete(lease);
    loss.abort(new FencedError(streamId(lease.tenantId, 'conversation', lease.conversationId)));
  }
}
