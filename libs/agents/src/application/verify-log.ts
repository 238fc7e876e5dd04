import { Inject, Injectable } from '@nestjs/common';
import type { LogReport, VerificationOptions } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import { definitionAggregates } from './definition-aggregates.js';

/** Checks for the installer that the log is unchanged and that snapshots match their events. */
@Injectable()
export class VerifyLog {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly store: AgentsStore,
  ) {}

  /** @throws DomainError `service_unavailable` when keys are not available now. */
  execute(options: VerificationOptions): Promise<LogReport> {
    return this.store.verify(this.database, definitionAggregates, options);
  }
}
