import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { FencedError } from '@svc/event-store';
import { streamId, type Clock } from '@svc/kernel';
import type { Executor, PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { renewLeases, type Lease } from './lease-rows.js';

/** Renewal interval of this instance's leases: a sixth of their length. */
export const leaseRenewalMs = 5_000;

/**
 * Bound of one renewal, including all waits. A lease lasts for six renewals, so the next ones make up for one that
 * failed.
 */
const renewalDeadlineMs = 2_000;

/** A turn longer than any client waits: nobody reads it, or it hangs. */
export const maxTurnMs = 10 * 60_000;

export interface HeldLease {
  /** Aborted when the lease is lost to another owner (`FencedError`), or is no longer renewed. */
  readonly lost: AbortSignal;
  /** Time passes that does not count for the turn. */
  extend(ms: number): void;
  /** Stops renewing the lease. */
  letGo(): void;
}

/**
 * Names this instance in the leases of its turns. It stays the same after a restart and is unique among running
 * instances: a start voids the turns of its own name.
 */
export const LEASE_OWNER = Symbol('LEASE_OWNER');

/** Renews the leases of all turns of this instance, in one statement. */
@Injectable()
export class LeaseKeeper {
  readonly #held = new Map<Lease, { readonly loss: AbortController; sinceMs: number }>();
  /** A connection of its own: if slow statements fill the pool, every turn of this instance would lose its lease. */
  readonly #connection: Executor;

  constructor(
    @Inject(LEASE_OWNER) readonly owner: string,
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#connection = database.dedicated({ purpose: 'leases', statementMs: renewalDeadlineMs });
  }

  hold(lease: Lease): HeldLease {
    const loss = new AbortController();
    const held = { loss, sinceMs: this.clock.now() };
    this.#held.set(lease, held);
    return {
      lost: loss.signal,
      extend: (ms) => void (held.sinceMs += ms),
      letGo: () => void this.#held.delete(lease),
    };
  }

  /** Whether this instance runs the turn of a lease found in the database. */
  holds({ tenantId, conversationId, fence }: Lease): boolean {
    return [...this.#held.keys()].some(
      (held) => held.tenantId === tenantId && held.conversationId === conversationId && held.fence === fence,
    );
  }

  /** Never rejects: if the database is away now, the next call may still be in time. */
  async renew(): Promise<void> {
    this.#endOverlong();
    const leases = [...this.#held.keys()];
    if (leases.length === 0) return;
    try {
      const renewed = new Set(await renewLeases(this.#connection, leases));
      for (const lease of leases) if (!renewed.has(lease)) this.#lose(lease, fenced(lease));
    } catch (error) {
      this.logger.warn('leases could not be renewed', { leases: leases.length, error });
    }
  }

  #endOverlong(): void {
    const latestMs = this.clock.now() - maxTurnMs;
    for (const [lease, { sinceMs }] of this.#held) if (sinceMs < latestMs) this.#lose(lease, overlong());
  }

  #lose(lease: Lease, reason: DomainError): void {
    const held = this.#held.get(lease);
    // Released while the statement ran.
    if (held === undefined) return;
    this.#held.delete(lease);
    held.loss.abort(reason);
  }
}

function fenced({ tenantId, conversationId }: Lease): DomainError {
  return new FencedError(streamId(tenantId, 'conversation', conversationId));
}

function overlong(): DomainError {
  return new DomainError('request_timeout', 'The turn took too long and was ended. Try again.');
}
