import { Inject, Injectable } from '@nestjs/common';
import { FencedError, UnknownEventError, type SqlFragment } from '@svc/event-store';
import type { EventMetadata, IdGenerator } from '@svc/kernel';
import { DatabaseUnavailableError, type Database } from '@svc/postgres';
import { DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { LRUCache } from 'lru-cache';
import { noRecord } from '../domain/conversation-command.js';
import type { VoidReason } from '../domain/conversation-event.js';
import { Conversations } from '../log/conversations.js';
import { LateBegins } from './late-begins.js';
import { LeaseKeeper } from './lease-keeper.js';
import {
  endExpiredLease,
  findExpiredLeases,
  findLeasesOf,
  releaseLease,
  type FoundLease,
  type Lease,
} from './lease-rows.js';

const expiredAtOnce = 100;
/** How long to leave a conversation to a newer release that wrote it, before trying it again. */
const unreadableMs = 60_000;

/** Metadata for what this context does on its own initiative. */
export function ownMetadata(ids: IdGenerator): EventMetadata {
  const correlationId = ids.uuid();
  return { actor: 'service:conversations', correlationId, causationId: correlationId };
}

interface Voided {
  readonly voided: number;
  readonly failures: readonly unknown[];
}

function keyOf({ tenantId, conversationId, fence }: Lease): string {
  return `${tenantId}/${conversationId} ${fence}`;
}

/** Voids turns that nobody runs. Skips the turns of this instance. */
@Injectable()
export class Leftovers {
  /** Leases of turns that this release can't void, by conversation and fence. */
  readonly #unreadable = new LRUCache<string, true>({ max: 10_000, ttl: unreadableMs });

  constructor(
    private readonly conversations: Conversations,
    private readonly leases: LeaseKeeper,
    private readonly lateBegins: LateBegins,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Voids turns with expired leases. Skips the turns of this instance, which renews them as soon as it can. Turns of a
   * newer release do not block those that this release can void.
   * @returns how many.
   */
  async voidExpired(): Promise<number> {
    const outcomes: Voided[] = [];
    for (let after: FoundLease | undefined; ;) {
      const expired = await findExpiredLeases(this.database, expiredAtOnce, after);
      const readable = expired.filter((lease) => !this.#unreadable.has(keyOf(lease)));
      outcomes.push(await this.#voidEach(readable, 'lease-expired', endExpiredLease));
      if (expired.length < expiredAtOnce) return this.#told('lease-expired', outcomes);
      after = expired.at(-1);
    }
  }

  /**
   * Voids what this instance left behind, in an earlier run or during an outage of the database. Its leases may be far
   * from their end.
   * @returns how many.
   */
  async voidOwn(): Promise<number> {
    const own = await findLeasesOf(this.database, this.leases.owner);
    return this.#voidAll(own, 'owner-restarted', releaseLease);
  }

  /**
   * Voids turns of this instance that began after it had given up their begin.
   * @returns how many.
   */
  async voidLateBegins(): Promise<number> {
    if (this.lateBegins.isEmpty()) return 0;
    const own = await findLeasesOf(this.database, this.leases.owner);
    const late = own.filter(({ interactionId }) => this.lateBegins.has(interactionId));
    return this.#voidAll(late, 'failed', releaseLease);
  }

  async #voidAll(
    leases: readonly Lease[],
    reason: VoidReason,
    guard: (lease: Lease) => SqlFragment,
  ): Promise<number> {
    return this.#told(reason, [await this.#voidEach(leases, reason, guard)]);
  }

  async #voidEach(
    leases: readonly Lease[],
    reason: VoidReason,
    guard: (lease: Lease) => SqlFragment,
  ): Promise<Voided> {
    let voided = 0;
    const errors: unknown[] = [];
    for (const lease of leases) {
      try {
        if (await this.#void(lease, reason, guard)) voided += 1;
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        // An unreadable conversation must not block the others.
        errors.push(error);
        if (error instanceof UnknownEventError) this.#unreadable.set(keyOf(lease), true);
      }
    }
    return { voided, failures: errors };
  }

  #told(reason: VoidReason, outcomes: readonly Voided[]): number {
    const turns = outcomes.reduce((sum, { voided }) => sum + voided, 0);
    if (turns > 0) this.logger.info('unfinished turns were voided', { reason, turns });
    const errors = outcomes.flatMap((outcome) => outcome.failures);
    if (errors.length > 0) throw errors[0];
    return turns;
  }

  /** Raises the fence and voids the turn in one statement. @returns false if another process was faster. */
  async #void(lease: Lease, reason: VoidReason, guard: (lease: Lease) => SqlFragment): Promise<boolean> {
    if (this.leases.holds(lease)) return false;
    const { tenantId, conversationId: id } = lease;
    try {
      const { events } = await this.conversations.change(
        { tenantId, id, metadata: ownMetadata(this.ids) },
        // Check again: the begin of a turn may be answered after its lease was found.
        () => ({
          commands: this.leases.holds(lease) ? [] : [{ type: 'VoidInteraction', reason, ...noRecord }],
          guard: () => guard(lease),
        }),
      );
      return events.length > 0;
    } catch (error) {
      // Renewed, ended or voided since. The next sweep finds what is left.
      if (error instanceof FencedError) return false;
      throw error;
    }
  }
}
