import type { TenantId } from './tenant.js';

/** The only source of identifiers. Injected everywhere, so that tests own it. */
export interface IdGenerator {
  /** For a new resource of the tenant, in the form that its surface gives ids: see `isResourceId`. */
  resourceId(tenantId: TenantId): string;
  /** A random UUID (version 4), whatever the tenant. */
  uuid(): string;
  /** A time-ordered UUID (version 7): the form of event ids. */
  eventId(): string;
}
