import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { DeliveryDays } from './delivery-days.js';
import { DeliveryRewinds } from './delivery-rewinds.js';
import { DueTimes } from './due-times.js';
import { SpentSecrets } from './spent-secrets.js';

const daysEveryMs = 3_600_000;
const rewindsEveryMs = 5_000;
const tidyEveryMs = 60_000;

/**
 * The background work next to the deliveries: partitions of the history, rewinds, due times after a clock was set
 * back, and spent secrets. Each process checks; one at a time does it.
 */
@Injectable()
export class DeliveryDuties {
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(
    private readonly days: DeliveryDays,
    private readonly rewinds: DeliveryRewinds,
    private readonly dueTimes: DueTimes,
    private readonly spentSecrets: SpentSecrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before the first delivery: its outcome needs the partition of its day. */
  async start(): Promise<void> {
    await this.days.keep();
    this.#timers.push(
      setInterval(() => this.#run(() => this.days.keep()), daysEveryMs).unref(),
      setInterval(() => this.lookForRewinds(), rewindsEveryMs).unref(),
      setInterval(() => this.#run(() => this.dueTimes.bound()), tidyEveryMs).unref(),
      setInterval(() => this.#run(() => this.spentSecrets.remove()), tidyEveryMs).unref(),
    );
  }

  lookForRewinds(): void {
    this.#run(() => this.rewinds.carryOut(this.#stopping.signal));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
  }

  /** One after the other; what failed runs again at its next time. */
  #run(duty: () => Promise<unknown>): void {
    this.#running = this.#running
      .then(async () => {
        if (!this.#stopping.signal.aborted) await duty();
      })
      .catch((error: unknown) => this.logger.error('a duty of webhook deliveries failed', { error }));
  }
}
