import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels, type RebuildOutcome, type RebuildProgress } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { MemoryStore } from '../adapters/memory-store.js';
import { memoryAggregates } from './memory-aggregates.js';

/** The tables that queries read. Everything in them follows from the log. */
@Injectable()
export class ReadModels {
  constructor(
    private readonly store: MemoryStore,
    @Inject(DATABASE) private readonly database: PooledDatabase,
  ) {}

  /** Rebuilds them from the log while the service runs. For the installer. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: memoryAggregates, onProgress });
  }
}
