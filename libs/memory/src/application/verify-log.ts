import { Inject, Injectable } from '@nestjs/common';
import type { LogReport, VerificationOptions } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { MemoryStore } from '../adapters/memory-store.js';
import { memoryAggregates } from './memory-aggregates.js';

/** For the installer: checks that the log is unchanged and that snapshots match their events. */
@Injectable()
export class VerifyLog {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly store: MemoryStore,
  ) {}

  /** @throws DomainError `service_unavailable` when keys are unavailable. */
  execute(options: VerificationOptions): Promise<LogReport> {
    return this.store.verify(this.database, memoryAggregates, options);
  }
}
