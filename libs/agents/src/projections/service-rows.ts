import { VersionSet } from '@svc/contracts/agents';
import {
  column,
  defineTable,
  instant,
  json,
  unlisted,
  type AggregateChange,
  type SqlFragment,
  type Table,
} from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { versionSetToMessage } from '../adapters/service-messages.js';
import type { ServiceEvent, ServiceState } from '../domain/service/service.js';
import type { Tag } from '../domain/service/tag.js';
import type { NamedVersionSet } from '../domain/service/version-set.js';

/** The unique key behind "the name of an active service is unique in the tenant". */
export const activeServiceNameKey = 'service_active_name_key';

interface Place {
  readonly tenantId: TenantId;
  readonly serviceId: string;
}
type ServiceRow = NonNullable<ServiceState> & Place;
type TagRow = Tag & Place;
type VersionSetRow = NamedVersionSet & Place;

export const serviceTable = defineTable<ServiceRow>()('agents.service', {
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

export const serviceTagTable = defineTable<TagRow>()('agents.service_tag', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    serviceId: unlisted(column((row) => row.serviceId)),
    key: column((row) => row.key),
  },
  columns: { value: column((row) => row.value) },
});

export const serviceVersionSetTable = defineTable<VersionSetRow>()('agents.service_version_set', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    serviceId: unlisted(column((row) => row.serviceId)),
    name: column((row) => row.name),
  },
  columns: {
    versionSet: json((row) => VersionSet.toJSON(versionSetToMessage(row.versionSet))),
    agentVersionNumber: unlisted(column((row) => row.versionSet.agentVersionNumber)),
    contextGraphVersionNumber: unlisted(column((row) => row.versionSet.contextGraphVersionNumber)),
  },
});

export const serviceTables: readonly Table[] = [serviceTable, serviceTagTable, serviceVersionSetTable];

/** All of them follow from the service's state before and after. */
export function serviceRows({
  tenantId,
  id: serviceId,
  before,
  after,
}: AggregateChange<ServiceState, ServiceEvent>): readonly SqlFragment[] {
  const place = { tenantId, serviceId };
  const rowOf = (state: ServiceState) => state && { ...state, ...place };
  const setsOf = (state: ServiceState) => (state?.versionSets ?? []).map((set) => ({ ...set, ...place }));
  const earlier = new Map(setsOf(before).map((set) => [set.name, set]));
  const sets = setsOf(after);
  const newTags = before === null ? (after?.tags ?? []) : [];
  return [
    ...serviceTable.sync(rowOf(before), rowOf(after)),
    ...serviceTagTable.insertAll(newTags.map((tag) => ({ ...tag, ...place }))),
    ...serviceVersionSetTable.insertAll(sets.filter(({ name }) => !earlier.has(name))),
    ...sets.flatMap((set) => {
      const was = earlier.get(set.name);
      return was ? serviceVersionSetTable.sync(was, set) : [];
    }),
  ];
}
