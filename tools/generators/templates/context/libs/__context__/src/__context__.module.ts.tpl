import { {{Context}}ServiceService } from '@svc/contracts/{{context}}';
import { AggregateRepository, EventStore, rebuildFromLog } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { service, type BoundService } from '@svc/rpc';
import { {{context}}EventTypes, type {{Context}}Event } from './adapters/event-types.js';
import type { {{Context}}Context } from './application/{{context}}-context.js';
import {
  {{aggregate}}Decider,
  type {{Aggregate}}Event,
  type {{Aggregate}}State,
} from './domain/{{aggregateKebab}}/{{aggregateKebab}}.js';
import { createReadModels } from './projections/read-models.js';
import { readModelRows, readModelTables } from './projections/read-model-rows.js';
import { {{context}}Handlers } from './rpc/{{context}}-handlers.js';

export interface {{Context}}ModuleOptions {
  /** Migrated with `{{context}}Migrations`. Stays the owner's: `stop` does not close it. */
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

export interface {{Context}}Module {
  /** For `startRpcServer`. */
  readonly services: readonly BoundService[];
  /** Makes all read models anew from the log; see `rebuildFromLog`. For the operator. */
  rebuildReadModels(settleWithinSeconds?: number): Promise<number>;
  stop(): Promise<void>;
}

const schema = '{{context}}';

/** Wires the {{context}} context. */
export function create{{Context}}Module(options: {{Context}}ModuleOptions): {{Context}}Module {
  const { database, clock, ids } = options;
  const store = new EventStore<{{Context}}Event>({ schema, database, types: {{context}}EventTypes, clock, ids });
  const context: {{Context}}Context = {
    database,
    readModels: createReadModels(database),
    clock,
    ids,
    {{aggregate}}s: new AggregateRepository<{{Aggregate}}State, {{Aggregate}}Event>({
      store,
      decider: {{aggregate}}Decider,
      category: '{{aggregateSnake}}',
    }),
  };
  return {
    services: [service({{Context}}ServiceService, {{context}}Handlers(context))],
    rebuildReadModels: (settleWithinSeconds) =>
      rebuildFromLog({ database, store, tables: readModelTables, rowsOf: readModelRows, settleWithinSeconds }),
    stop: () => context.readModels.$disconnect(),
  };
}
