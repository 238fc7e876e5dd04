import type { ListServicesRequest, TagFilter } from '@svc/contracts/agents';
import { validationError, type FieldError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import {
  serviceSortFields,
  type ServiceQuery,
  type ServiceSortKey,
  type ServiceTagFilter,
} from '../projections/service-list.js';
import { isObjectId } from './request-parts.js';

const limits = { minimum: 1, maximum: 20, default: 10 };

type RequestedQuery = Omit<ServiceQuery, 'tenantId' | 'grants'>;

/** @throws DomainError `validation_failed`: unknown sort field, limit or offset out of bounds, a text with U+0000. */
export function serviceQueryOf(request: ListServicesRequest): RequestedQuery {
  const { limit, offset } = request.page ?? { limit: limits.default, offset: 0 };
  const faults: FieldError[] = [];
  if (limit < limits.minimum || limit > limits.maximum) {
    const msg = `must be from ${limits.minimum} to ${limits.maximum}`;
    faults.push({ loc: ['query', 'limit'], msg, type: 'out_of_range' });
  }
  // Postgres takes offsets beyond 2^31, Prisma does not.
  if (offset < 0 || offset > 2 ** 31 - 1) {
    const msg = 'must be a token that this list has given';
    faults.push({ loc: ['query', 'continuation_token'], msg, type: 'out_of_range' });
  }
  const sortBy = request.sortBy.flatMap(({ field, descending }): ServiceSortKey[] => {
    const known = serviceSortFields.find((name) => name === field);
    if (known) return [{ field: known, descending }];
    const msg = `must be one of ${serviceSortFields.join(', ')}`;
    faults.push({ loc: ['query', 'sort_by'], msg, type: 'enum' });
    return [];
  });
  const tags = request.tags.map(tagFilterOf);
  if (!tags.every(({ key, value }) => isStorableText(key) && isStorableText(value ?? ''))) {
    const msg = 'must not hold U+0000 or lone surrogates';
    faults.push({ loc: ['query', 'tags'], msg, type: 'string_unstorable' });
  }
  if (faults.length > 0) throw validationError(faults);
  const serviceIds = idsToSearch(request.serviceIds);
  return { serviceIds, isActive: request.isActive ?? null, tags, sortBy, limit, offset };
}

/** What is not shaped like an id finds nothing; asking for such ids alone must not become asking for all. */
function idsToSearch(ids: readonly string[]): readonly string[] {
  const wellFormed = [...new Set(ids)].filter(isObjectId);
  return ids.length > 0 && wellFormed.length === 0 ? [''] : wellFormed;
}

function tagFilterOf({ key, match }: TagFilter): ServiceTagFilter {
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
