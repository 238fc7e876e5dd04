import { column, defineTable, instant, json, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ServiceState } from '../domain/service/service.js';

/** The service of a row. */
export interface OfService {
  readonly tenantId: TenantId;
  readonly serviceId: string;
}

/** The fields of services in lists; tags and version sets have their own tables. */
export const serviceTable = defineTable<NonNullable<ServiceState> & OfService>()('agents.service', {
  key: { tenantId: unlisted(column((row) => row.tenantId)), serviceId: column((row) => row.serviceId) },
  fixed: {
    creator: json((row) => row.creator),
    createdAtMs: unlisted(instant((row) => row.createdAtMs)),
  },
  columns: {
    name: column((row) => row.name),
    description: column((row) => row.description),
    isActive: column((row) => row.isActive),
    agentId: column((row) => row.agentId),
    contextGraphId: column((row) => row.contextGraphId),
    keyterms: column((row) => row.keyterms),
    updatedBy: json((row) => row.updatedBy),
  },
});
