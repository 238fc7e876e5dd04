import type { AggregateRepository } from '@svc/event-store';
import type { Clock, EventMetadata, IdGenerator, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { GraphBodies } from '../adapters/graph-bodies.js';
import type { AgentEvent, AgentState } from '../domain/agent/agent.js';
import type { Author } from '../domain/author.js';
import type { ContextGraphEvent, ContextGraphState } from '../domain/context-graph/context-graph.js';
import type { ModelNames } from '../domain/service/version-set-rules.js';
import type { ServiceEvent, ServiceState } from '../domain/service/service.js';

/** What the use cases of this context work with. */
export interface AgentsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly agents: AggregateRepository<AgentState, AgentEvent>;
  readonly contextGraphs: AggregateRepository<ContextGraphState, ContextGraphEvent>;
  readonly services: AggregateRepository<ServiceState, ServiceEvent>;
  readonly graphBodies: GraphBodies;
  readonly modelNames: ModelNames;
}

/** Who gives a command, and for whose data. Permission has been checked. */
export interface Issuer {
  readonly tenantId: TenantId;
  readonly by: Author;
  readonly metadata: EventMetadata;
}

/** What the caller of a command that makes a version learns. */
export interface CreatedVersion {
  readonly versionId: string;
  readonly version: number;
  readonly createdAtMs: number;
}
