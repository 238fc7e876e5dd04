import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels, type RebuildOutcome, type RebuildProgress } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import { definitionAggregates } from './definition-aggregates.js';

/** The tables that queries read: everything in them follows from the log. */
@Injectable()
export class ReadModels {
  constructor(
    private readonly store: AgentsStore,
    @Inject(DATABASE) private readonly database: PooledDatabase,
  ) {}

  /** Rebuilds them from the log while the service runs; for the installer. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: definitionAggregates, onProgress });
  }
}
