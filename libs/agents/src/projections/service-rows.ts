import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import type { ServiceEvent, ServiceState } from '../domain/service/service.js';
import { serviceTable, type OfService } from './service-table.js';
import { serviceTagTable } from './service-tag-table.js';
import { serviceVersionSetTable } from './service-version-set-table.js';

/** The unique key of the rule that names of active services are unique in the tenant. */
export const activeServiceNameKey = 'service_active_name_key';

/** All tables of `serviceRows`, in the same order. */
export const serviceTables: readonly Table[] = [serviceTable, serviceTagTable, serviceVersionSetTable];

/** All of them follow from the service's state before and after. */
export function serviceRows({
  tenantId,
  id: serviceId,
  before,
  after,
}: AggregateChange<ServiceState, ServiceEvent>): readonly SqlFragment[] {
  const place: OfService = { tenantId, serviceId };
  const rowOf = (state: ServiceState) => state && { ...state, ...place };
  return [
    ...serviceTable.sync(rowOf(before), rowOf(after)),
    ...tagRows(place, before, after),
    ...versionSetRows(place, before, after),
  ];
}

/** Tags never change. */
function tagRows(place: OfService, before: ServiceState, after: ServiceState): readonly SqlFragment[] {
  if (before !== null || after === null) return [];
  return serviceTagTable.insertAll(after.tags.map((tag) => ({ ...tag, ...place })));
}

/** Sets are created and replaced, never deleted. */
function versionSetRows(place: OfService, before: ServiceState, after: ServiceState): readonly SqlFragment[] {
  const setsOf = (state: ServiceState) => (state?.versionSets ?? []).map((set) => ({ ...set, ...place }));
  const earlier = new Map(setsOf(before).map((set) => [set.name, set]));
  const sets = setsOf(after);
  return [
    ...serviceVersionSetTable.insertAll(sets.filter(({ name }) => !earlier.has(name))),
    ...sets.flatMap((set) => {
      const was = earlier.get(set.name);
      return was ? serviceVersionSetTable.sync(was, set) : [];
    }),
  ];
}
