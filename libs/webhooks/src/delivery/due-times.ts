import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import { timestamp, type Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WEBHOOKS_OPTIONS, type WebhooksOptions } from '../webhooks-options.js';
import { lostAfterMs, maxPauseMs } from './delivery-waits.js';

/** When pending deliveries are due. */
@Injectable()
export class DueTimes {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WEBHOOKS_OPTIONS) private readonly options: WebhooksOptions,
  ) {}

  /**
   * Limits due times that lie further ahead than any wait: a clock that was ahead set them. They become the longest
   * wait from now, so that a claim under way does not count as lost too early.
   */
  async bound(): Promise<void> {
    const maxMs = Math.max(maxPauseMs, lostAfterMs(this.options.requestTimeoutMs));
    await this.database.query({
      name: 'webhooks.bound_due_times',
      text: 'UPDATE webhooks.pending_delivery SET due_at = $1::timestamptz WHERE due_at > $1::timestamptz',
      values: [timestamp(this.clock.now() + maxMs)],
    });
  }
}
