import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import { identityAggregates } from './identity-aggregates.js';

/** The tables that queries of this context read. */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly store: IdentityStore,
  ) {}

  /** Makes them anew from the log, while the service goes on. @returns how many aggregates the log has. */
  rebuild(): Promise<number> {
    return rebuildReadModels({ database: this.database, store: this.store, aggregates: identityAggregates });
  }
}
