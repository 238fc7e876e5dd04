import type { Blobs } from '@svc/blobs';
import { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import { AggregateRepository, EventStore, rebuildFromLog } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import { prismaAdapter, withDatabaseFailures, type PooledDatabase } from '@svc/postgres';
import { service, type BoundService } from '@svc/rpc';
import { agentsEventTypes, type AgentsEvent } from './adapters/event-types.js';
import { GraphBodies } from './adapters/graph-bodies.js';
import { agentSnapshots, contextGraphSnapshots } from './adapters/snapshots.js';
import type { AgentsContext } from './application/agents-context.js';
import { agentDecider, type AgentEvent, type AgentState } from './domain/agent/agent.js';
import {
  contextGraphDecider,
  type ContextGraphEvent,
  type ContextGraphState,
} from './domain/context-graph/context-graph.js';
import { serviceDecider, type ServiceEvent, type ServiceState } from './domain/service/service.js';
import { PrismaClient } from './projections/gen/client.js';
import { readModelRows, readModelTables } from './projections/read-model-rows.js';
import { agentsAdminHandlers } from './rpc/agents-admin-handlers.js';
import { agentsHandlers } from './rpc/agents-handlers.js';

export interface AgentsModuleOptions {
  /** Migrated by `agentsMigrations`. Stays the owner's: `stop` does not close it. */
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Keeps the graph bodies that are too large for an event. */
  readonly blobs: Blobs;
  /** The names that `llm_name` may take; left out: any. */
  readonly modelNames?: ReadonlySet<string>;
}

export interface AgentsModule {
  /** AgentsService and AgentsAdminService, for `startRpcServer`. */
  readonly services: readonly BoundService[];
  /** Makes all read models anew from the log; see `rebuildFromLog`. For the operator. */
  readonly rebuildReadModels: (settleWithinSeconds?: number) => Promise<number>;
  stop(): Promise<void>;
}

const schema = 'agents';

/** Wires the agents context: definitions of agents, context graphs and services. */
export function createAgentsModule(options: AgentsModuleOptions): AgentsModule {
  const { database, clock, ids, blobs } = options;
  const store = new EventStore<AgentsEvent>({ schema, database, types: agentsEventTypes, clock, ids });
  const context: AgentsContext = {
    database,
    clock,
    ids,
    agents: new AggregateRepository<AgentState, AgentEvent>({
      store,
      decider: agentDecider,
      category: 'agent',
      snapshot: agentSnapshots,
    }),
    contextGraphs: new AggregateRepository<ContextGraphState, ContextGraphEvent>({
      store,
      decider: contextGraphDecider,
      category: 'context_graph',
      snapshot: contextGraphSnapshots,
    }),
    services: new AggregateRepository<ServiceState, ServiceEvent>({
      store,
      decider: serviceDecider,
      category: 'service',
    }),
    graphBodies: new GraphBodies(blobs),
    modelNames: options.modelNames ?? null,
  };
  const prisma = withDatabaseFailures(new PrismaClient({ adapter: prismaAdapter(database, schema) }));
  return {
    services: [
      service(AgentsServiceService, agentsHandlers(context, prisma)),
      service(AgentsAdminServiceService, agentsAdminHandlers(context)),
    ],
    rebuildReadModels: (settleWithinSeconds) =>
      rebuildFromLog({
        database,
        store,
        tables: readModelTables,
        rowsOf: ({ tenantId, event }) => readModelRows(tenantId, event),
        settleWithinSeconds,
      }),
    stop: () => prisma.$disconnect(),
  };
}
