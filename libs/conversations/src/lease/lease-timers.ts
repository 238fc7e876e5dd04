import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { leaseRenewalMs, LeaseKeeper } from './lease-keeper.js';
import { Leftovers } from './leftovers.js';
import { SCHEDULER, type Scheduler } from './scheduler.js';

/** Interval of the search for turns with an expired lease. */
const sweepMs = 5_000;

/** Periodically renews this instance's leases and voids turns that others left. */
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
      this.scheduler.every(sweepMs, () => this.#sweep(() => this.leftovers.voidLateBegins())),
      this.scheduler.every(sweepMs, () => this.#sweep(() => this.leftovers.voidExpired())),
    );
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  async #sweep(voidThem: () => Promise<number>): Promise<void> {
    try {
      await voidThem();
    } catch (error) {
      this.logger.warn('turns that nobody runs could not be voided', { error });
    }
  }
}
