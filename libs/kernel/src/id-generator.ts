import type { TenantId } from './tenant.js';

/** The only source of identifiers. Injected everywhere, so that tests own it. */
export interface IdGenerator {
  /** For a new resource of the tenant, in the id format of its surface: see `isResourceId`. */
  resourceId(tenantId: TenantId): string;
  /** A random UUID (version 4), for any tenant. */
  uuid(): string;
  /** A time-ordered UUID (version 7): the form of event ids. */
  eventId(): string;
}
