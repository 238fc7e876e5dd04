import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import { agentsAggregates } from './agents-aggregates.js';

/** The tables that queries read: they hold nothing that is not in the log. */
@Injectable()
export class ReadModels {
  constructor(
    private readonly store: AgentsStore,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Makes them anew while the service goes on. For the operator.
   * @returns how many agents, context graphs and services there are.
   */
  rebuild(): Promise<number> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: agentsAggregates });
  }
}
