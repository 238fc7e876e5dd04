import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { leaseRenewalMs, LeaseKeeper } from './lease-keeper.js';
import { Leftovers } from './leftovers.js';
import { SCHEDULER, type Scheduler } from './scheduler.js';

/** How often turns are looked for whose lease has run out. */
const sweepMs = 5_000;

/** Renews what this instance holds, and voids what others have let go of, as time passes. */
@Injectable()
export class LeaseTimers {
  readonly #ends: (() => void)[] = [];

  constructor(
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    private readonly leases: LeaseKeeper,
    private readonly leftovers: Leftovers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.#ends.push(
      this.scheduler.every(leaseRenewalMs, () => this.leases.renew()),
      this.scheduler.every(sweepMs, () => this.#sweep()),
    );
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  async #sweep(): Promise<void> {
    try {
      await this.leftovers.voidExpired();
    } catch (error) {
      this.logger.warn('expired turns could not be voided', { error });
    }
  }
}
