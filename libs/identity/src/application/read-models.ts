import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels, type RebuildOutcome, type RebuildProgress } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { recountRows } from '../adapters/row-counts.js';
import { IdentityStore } from '../adapters/identity-store.js';
import { identityAggregates } from './identity-aggregates.js';

/** The tables that queries of this context read. */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(DATABASE) private readonly database: PooledDatabase,
    private readonly store: IdentityStore,
  ) {}

  /**
   * Rebuilds them from the log while the service runs; for the installer. Counts first, so that no count that is too
   * high refuses a rebuilt row. Triggers keep the counts from there.
   */
  async rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome> {
    const { database, store } = this;
    await recountRows(database);
    return rebuildReadModels({ database, store, aggregates: identityAggregates, onProgress });
  }
}
