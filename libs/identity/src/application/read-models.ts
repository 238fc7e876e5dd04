import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import { apiKeyAggregate } from './api-keys.js';
import { organizationAggregate } from './organizations.js';
import { roleAggregate } from './roles.js';
import { userAggregate } from './users.js';

/** The tables that queries of this context read. */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly store: IdentityStore,
  ) {}

  /** Makes them anew from the log, while the service goes on. @returns how many aggregates the log has. */
  rebuild(): Promise<number> {
    const aggregates = [organizationAggregate, roleAggregate, userAggregate, apiKeyAggregate];
    return rebuildReadModels({ database: this.database, store: this.store, aggregates });
  }
}
