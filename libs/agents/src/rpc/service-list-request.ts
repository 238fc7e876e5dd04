import type { ListServicesRequest, TagFilter as TagFilterMessage } from '@svc/contracts/agents';
import { FieldChecks, isObjectId, pageOf, sortKeysOf } from '@svc/errors';
import type { TagFilter } from '@svc/postgres';
import { serviceSortFields, type ServiceQuery } from '../projections/service-query.js';

const limits = { minimum: 1, maximum: 20 };
const defaultLimit = 10;

type RequestedQuery = Omit<ServiceQuery, 'tenantId' | 'grants'>;

/** @throws DomainError `validation_failed`: unknown sort field, limit or offset out of bounds, a text with U+0000. */
export function serviceQueryOf(request: ListServicesRequest): RequestedQuery {
  const checks = new FieldChecks();
  const page = pageOf(request.page ?? { limit: defaultLimit, offset: 0 }, limits, checks);
  const sortBy = sortKeysOf(request.sortBy, serviceSortFields, checks);
  const tags = request.tags.map(tagFilterOf);
  for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
    checks.storable(['query', 'tags'], text);
  checks.verify();
  const serviceIds = idsToSearch(request.serviceIds);
  return { serviceIds, isActive: request.isActive ?? null, tags, sortBy, ...page };
}

/** What is not shaped like an id finds nothing; asking for such ids alone must not become asking for all. */
function idsToSearch(ids: readonly string[]): readonly string[] {
  const wellFormed = [...new Set(ids)].filter(isObjectId);
  return ids.length > 0 && wellFormed.length === 0 ? [''] : wellFormed;
}

function tagFilterOf({ key, match }: TagFilterMessage): TagFilter {
  switch (match?.$case) {
    case 'value':
      return { key, value: match.value };
    case 'noValue':
      return { key, value: null };
    case 'anyValue':
    case undefined:
      return { key, value: undefined };
  }
}
