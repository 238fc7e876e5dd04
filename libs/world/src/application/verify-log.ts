import { Inject, Injectable } from '@nestjs/common';
import type { LogReport, VerificationOptions } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import { worldAggregates } from './world-aggregates.js';

/** For the operator: whether the log is what was written, and snapshots what their events come to. */
@Injectable()
export class VerifyLog {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly store: WorldStore,
  ) {}

  /** @throws DomainError `service_unavailable` when keys can't be had now. */
  execute(options: VerificationOptions): Promise<LogReport> {
    return this.store.verify(this.database, worldAggregates, options);
  }
}
