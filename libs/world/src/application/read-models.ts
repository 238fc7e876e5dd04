import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels, type RebuildOutcome, type RebuildProgress } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import { worldAggregates } from './world-aggregates.js';

/** The tables that queries read: they hold nothing that is not in the log. */
@Injectable()
export class ReadModels {
  constructor(
    private readonly store: WorldStore,
    @Inject(DATABASE) private readonly database: PooledDatabase,
  ) {}

  /** Makes them anew from the log, while the service goes on. For the operator. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: worldAggregates, onProgress });
  }
}
