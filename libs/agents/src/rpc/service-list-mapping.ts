import type {
  ListServicesRequest,
  ListServicesResponse,
  Service as ServiceProto,
} from '@svc/contracts/agents';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { tagFilterOf } from '@svc/postgres';
import { versionSetMessage } from '../adapters/version-set-mapping.js';
import type {
  DefinitionPage,
  RequestedDefinitions,
  ShownDefinition,
} from '../application/read-definitions.js';
import { serviceParts } from '../domain/service/service-body.js';

const limits = { minimum: 1, maximum: 20 };
const defaultLimit = 10;

/** @throws DomainError `validation_failed`: unknown sort field, limit or offset out of bounds, a text with U+0000. */
export function requestedServices(request: ListServicesRequest): RequestedDefinitions {
  const checks = new FieldChecks();
  const page = pageOf(request.page ?? { limit: defaultLimit, offset: 0 }, limits, checks);
  const sortBy = sortKeysOf(request.sortBy, ['name', 'is_active'], checks);
  const tags = request.tags.map(tagFilterOf);
  for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
    checks.storable(['query', 'tags'], text);
  checks.verify();
  return {
    parentId: null,
    definitionIds: request.serviceIds,
    search: null,
    isRetired: null,
    filters: request.isActive === undefined ? {} : { is_active: request.isActive },
    tags,
    sortBy,
    ...page,
  };
}

export function servicesResponse(
  { offset }: RequestedDefinitions,
  { definitions, hasMore, tagValues }: DefinitionPage,
): ListServicesResponse {
  return {
    services: definitions.map(serviceMessage),
    page: { hasMore, nextOffset: hasMore ? offset + definitions.length : undefined },
    filterValues: tagValues ? { tags: [...tagValues] } : undefined,
  };
}

function serviceMessage({ definitionId, name, body, creator, updatedBy }: ShownDefinition): ServiceProto {
  const { agent_id: agentId, context_graph_id: contextGraphId, ...parts } = serviceParts(body);
  const { description, keyterms } = body as JsonObject & { description: string; keyterms: string[] };
  return {
    serviceId: definitionId,
    name,
    description,
    isActive: parts.is_active,
    agentId,
    contextGraphId,
    versionSets: Object.entries(parts.version_sets)
      .map(([setName, set]) => ({ name: setName, versionSet: versionSetMessage(set) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    tags: parts.tags.map(({ key, value }) => ({ key, value: value ?? undefined })),
    keyterms,
    creator,
    updatedBy,
  };
}
