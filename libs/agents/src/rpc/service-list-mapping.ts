import type { Complete } from '@svc/event-store';
import {
  VersionSet,
  type ListServicesRequest,
  type ListServicesResponse,
  Service as ServiceProto,
} from '@svc/contracts/agents';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import { fromMessageJson, toProto } from '@svc/kernel';
import { tagFilterOf } from '@svc/postgres';
import type { RequestedServices, ServicePage } from '../application/list-services.js';
import type { ListedService } from '../projections/service-list-query.js';
import { serviceSortFields } from '../projections/service-query.js';

const limits = { minimum: 1, maximum: 20 };
const defaultLimit = 10;

/** @throws DomainError `validation_failed`: unknown sort field, limit or offset out of bounds, a text with U+0000. */
export function requestedServices(request: ListServicesRequest): RequestedServices {
  const checks = new FieldChecks();
  const page = pageOf(request.page ?? { limit: defaultLimit, offset: 0 }, limits, checks);
  const sortBy = sortKeysOf(request.sortBy, serviceSortFields, checks);
  const tags = request.tags.map(tagFilterOf);
  for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
    checks.storable(['query', 'tags'], text);
  checks.verify();
  return { serviceIds: request.serviceIds, isActive: request.isActive ?? null, tags, sortBy, ...page };
}

export function servicesResponse(
  { offset }: RequestedServices,
  { services, hasMore, tagValues }: ServicePage,
): Complete<ListServicesResponse> {
  return {
    services: services.map(serviceToProto),
    page: { hasMore, nextOffset: hasMore ? offset + services.length : undefined },
    filterValues: tagValues ? { tags: [...tagValues] } : undefined,
  };
}

function serviceToProto({ versionSets, ...row }: ListedService): ServiceProto {
  const sets = versionSets.map(({ name, versionSet }) => ({ name, versionSet: fromJson(versionSet) }));
  return toProto(ServiceProto, { ...row, versionSets: sets });
}

const fromJson = (versionSet: unknown) => fromMessageJson(VersionSet, versionSet);
