import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { {{Context}}Store } from '../adapters/{{context}}-store.js';
import { {{aggregate}}Aggregate } from './{{aggregateKebab}}s.js';

/** The tables that queries read: they hold nothing that is not in the log. */
@Injectable()
export class ReadModels {
  constructor(
    private readonly store: {{Context}}Store,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Makes them anew while the service goes on. For the operator. @returns how many aggregates the log has. */
  rebuild(): Promise<number> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: [{{aggregate}}Aggregate] });
  }
}
