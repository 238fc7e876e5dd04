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
   * Makes them again from the log, while the service goes on. For the installer. What is limited is counted first, so that
   * no count that is too high refuses a row that is to come back; triggers keep the counts from there.
   */
  async rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome> {
    const { database, store } = this;
    await recountRows(database);
    return rebuildReadModels({ database, store, aggregates: identityAggregates, onProgress });
  }
}
