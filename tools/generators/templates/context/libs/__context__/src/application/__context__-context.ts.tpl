import type { Caller } from '@svc/auth';
import type { AggregateRepository } from '@svc/event-store';
import type { Clock, EventMetadata, IdGenerator, TenantId } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { {{Aggregate}}Event, {{Aggregate}}State } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';
import type { ReadModels } from '../projections/read-models.js';

/** What the use cases of this context work with. */
export interface {{Context}}Context {
  readonly database: PooledDatabase;
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly {{aggregate}}s: AggregateRepository<{{Aggregate}}State, {{Aggregate}}Event>;
}

/** Who asks, about which organization, in which request. */
export interface Requester {
  readonly caller: Caller;
  readonly tenantId: TenantId;
  /** The organization that the request is about; the caller may be of another one. */
  readonly orgId: string;
  readonly metadata: EventMetadata;
}
