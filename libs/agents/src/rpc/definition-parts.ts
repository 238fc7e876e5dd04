import type {
  ListDefinitionsRequest,
  ListDefinitionVersionsRequest,
  StoredDefinition,
  StoredDefinitionVersion,
} from '@svc/contracts/agents';
import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import { FieldChecks, pageOf, requireResourceId, sortKeysOf } from '@svc/errors';
import { canonicalJson, type JsonObject, type JsonValue } from '@svc/kernel';
import { tagFilterOf } from '@svc/postgres';
import { requestContextOf, workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import type { ShownVersion } from '../application/create-definition-version.js';
import { definitionRequest, type DefinitionRequest } from '../application/definition-request.js';
import type { RequestedVersions } from '../application/definition-versions.js';
import type { RequestedDefinitions, ShownDefinition } from '../application/read-definitions.js';
import { wordsOf } from '../domain/definition/definition.js';
import { commonSorts } from '../projections/definition-list-query.js';
import { versionSortFields } from '../projections/definition-version-query.js';
import { parseJsonObject } from './request-parts.js';

/** Callers of either surface. */
interface OfSomebody {
  readonly caller?: Caller | undefined;
  readonly workspaceCaller?: WorkspaceCaller | undefined;
}

/** Bodies are larger in JSON than they are in canonical JSON; the HTTP edge bounds them too. */
const maxBodyCharacters = 4 * 1024 * 1024;
const maxFilterCharacters = 4 * 1024;
const limits = { minimum: 0, maximum: 200 };
const maxSearchCharacters = 200;

/** @throws DomainError `unauthenticated` without a caller; `not_found` for a kind that the surface does not have */
export function requestOf(
  { caller, workspaceCaller }: OfSomebody,
  kind: string,
  call: RpcCall,
): DefinitionRequest {
  const context = workspaceCaller
    ? workspaceRequestContextOf(workspaceCaller, call)
    : requestContextOf(caller, call);
  return definitionRequest(context, kind);
}

/** @throws DomainError `not_found` for text that is no id */
export function idOf({ tenantId, kind }: DefinitionRequest, id: string): string {
  return requireResourceId(tenantId, wordsOf(kind), id);
}

/** Null for a kind without a parent. @throws DomainError `not_found` */
export function parentOf(
  { tenantId, declared: { parent } }: DefinitionRequest,
  id: string | undefined,
): string | null {
  return parent === undefined ? null : requireResourceId(tenantId, wordsOf(parent), id ?? '');
}

/** @throws DomainError `validation_failed` */
export function bodyOf(json: string): JsonObject {
  return parseJsonObject(json || '{}', ['body'], maxBodyCharacters);
}

/** @throws DomainError `validation_failed`: unknown sort field or filter, limit or offset out of bounds, texts that no row has. */
export function requestedDefinitions(
  request: DefinitionRequest,
  message: ListDefinitionsRequest,
): RequestedDefinitions {
  const { rules } = request;
  const checks = new FieldChecks();
  const page = pageOf(message.page ?? { limit: limits.maximum, offset: 0 }, limits, checks);
  const sortBy = sortKeysOf(message.sortBy, Object.keys({ ...commonSorts, ...rules.sorts }), checks);
  const tags = rules.hasTags ? message.tags.map(tagFilterOf) : [];
  for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
    checks.storable(['query', 'tags'], text);
  const { search } = message;
  if (search !== undefined)
    checks
      .storable(['query', 'search'], search)
      .atMostCharacters(['query', 'search'], search, maxSearchCharacters);
  const filters = parseJsonObject(message.filtersJson || '{}', ['query'], maxFilterCharacters);
  for (const [name, value] of Object.entries(filters)) checkFilter(checks, rules.filters ?? [], name, value);
  checks.verify();
  return {
    parentId: parentOf(request, message.parentId),
    definitionIds: message.definitionIds,
    search: search ?? null,
    isRetired: message.isRetired ?? null,
    filters,
    tags,
    sortBy,
    ...page,
  };
}

function checkFilter(checks: FieldChecks, known: readonly string[], name: string, value: JsonValue): void {
  if (!known.includes(name)) checks.refuse(['query', name], 'is not known here', 'extra_forbidden');
  if (typeof value === 'string') checks.storable(['query', name], value);
  else if (typeof value !== 'boolean' && typeof value !== 'number')
    checks.refuse(['query', name], 'must be one value', 'value_error');
}

/** @throws DomainError `validation_failed`: unknown sort field, limit or offset out of bounds. */
export function requestedVersions(
  request: DefinitionRequest,
  message: ListDefinitionVersionsRequest,
): RequestedVersions {
  const checks = new FieldChecks();
  const page = pageOf(message.page ?? { limit: limits.maximum, offset: 0 }, limits, checks);
  const sortBy = sortKeysOf(message.sortBy, versionSortFields, checks);
  for (const { orgId, userId } of message.creators) checks.storable(['query', 'creator'], orgId + userId);
  checks.verify();
  const id = idOf(request, message.definitionId);
  const { versions = null, isRetired = null, creators } = message;
  return { id, versions, isRetired, creators, sortBy, ...page };
}

export function definitionMessage(definition: ShownDefinition): StoredDefinition {
  const { body, latestSummary, parentId, latestVersionId, childCount, secretNames, referenceNames, ...rest } =
    definition;
  const { kind, definitionId, name, latestVersion, isRetired, createdAtMs, updatedAtMs, creator, updatedBy } =
    rest;
  return {
    ...{ kind, definitionId, name, latestVersion, isRetired, createdAtMs, updatedAtMs, creator, updatedBy },
    parentId: parentId ?? undefined,
    bodyJson: canonicalJson(body),
    latestVersionId: latestVersionId ?? undefined,
    latestSummaryJson: canonicalJson(latestSummary),
    secretNames: [...secretNames],
    childCount,
    referenceNames,
  };
}

export function versionMessage({ label, body, ...version }: ShownVersion): StoredDefinitionVersion {
  const { definitionId, versionId, version: number, createdAtMs, creator, isRetired } = version;
  return {
    ...{ definitionId, versionId, version: number, createdAtMs, creator, isRetired },
    label: label ?? undefined,
    bodyJson: canonicalJson(body),
  };
}

/** The page that follows; absent on the last one. */
export function pageInfo(offset: number, shown: number, hasMore: boolean) {
  return { hasMore, nextOffset: hasMore ? offset + shown : undefined };
}
