import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, METRICS } from '@svc/service-host';
import type { Metrics } from '@svc/telemetry';
import { countOpenErasures } from '../adapters/erasure-confirmations.js';
import { confirmedWithinMs, confirmingContexts } from './confirming-contexts.js';

/** Gauge of overdue erasures by context, read at each scrape. */
@Injectable()
export class OverdueErasures {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(METRICS) metrics: Metrics,
  ) {
    metrics.gauge({
      name: 'privacy_overdue_erasures',
      description: 'Deleted people whom a context has not confirmed to be erased there within an hour.',
      observe: () => this.#observe(),
    });
  }

  async #observe() {
    const overdue = await countOpenErasures(this.database, this.clock.now() - confirmedWithinMs);
    return confirmingContexts.map((context) => ({ value: overdue.get(context) ?? 0, labels: { context } }));
  }
}
