import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels, type RebuildOutcome, type RebuildProgress } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { conversationsAggregates } from '../log/conversations-aggregates.js';
import { ConversationStore } from '../log/conversation-store.js';

/** The tables that lists are read from. For the installer. */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(DATABASE) private readonly database: PooledDatabase,
    private readonly store: ConversationStore,
  ) {}

  /** Rebuilds them from the log with identical content, while the service runs. Leases are no read model and stay. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: conversationsAggregates, onProgress });
  }
}
