import {
  EntityServiceService,
  type ChangeEntityRequest,
  type ChangeEntityResponse,
  type ListEntityTypesRequest,
  type ListEntityTypesResponse,
  type CreateEntityRequest,
  type CreateEntityResponse,
  type ListMergedEntitiesRequest,
  type ListMergedEntitiesResponse,
  type MergeEntitiesRequest,
  type MergeEntitiesResponse,
  type UnmergeEntityRequest,
  type UnmergeEntityResponse,
  type EraseEntityRequest,
  type EraseEntityResponse,
  type ListTimelineRequest,
  type ListTimelineResponse,
  type GetEntityRequest,
  type GetEntityResponse,
  type ListEntitiesRequest,
  type ListEntitiesResponse,
  type ResolveEntitiesRequest,
  type ResolveEntitiesResponse,
} from '@svc/contracts/world';
import { FieldChecks, pageOf, requireResourceId, sortKeysOf } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeEntities } from '../application/change-entities.js';
import { EntityReads } from '../application/entity-reads.js';
import { EraseEntity } from '../application/erase-entity.js';
import { MergeEntities } from '../application/merge-entities.js';
import { ReadEntities, type ResolvedEntity } from '../application/read-entities.js';
import { ReadTimeline } from '../application/read-timeline.js';
import { entitySortFields } from '../projections/entity-query.js';
import { entityToProto, newProfile, profileChanges } from './entity-mapping.js';
import { checkedIdentifiers } from './identifier-requests.js';
import { timelineDomain, timelineEntryToProto } from './timeline-mapping.js';

const entityPage = { minimum: 1, maximum: 100 };
const timelinePage = { minimum: 1, maximum: 200 };

/** EntityService (proto/svc/world/v1/entity_service.proto): maps, and calls the use case. */
@RpcController(EntityServiceService)
export class EntityController {
  constructor(
    private readonly change: ChangeEntities,
    private readonly erase: EraseEntity,
    private readonly merges: MergeEntities,
    private readonly read: ReadEntities,
    private readonly timeline: ReadTimeline,
    private readonly reads: EntityReads,
  ) {}

  async createEntity(request: CreateEntityRequest, call: RpcCall): Promise<Complete<CreateEntityResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { entityType, source, sourceSystem = null } = request;
    const entity = { entityType, source, sourceSystem, profile: newProfile(request.profile) };
    return { entity: entityToProto(await this.change.create(context, entity)) };
  }

  async changeEntity(request: ChangeEntityRequest, call: RpcCall): Promise<Complete<ChangeEntityResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const changed = await this.change.change(context, entityIdOf(context, request), profileChanges(request));
    return { entity: entityToProto(changed) };
  }

  async eraseEntity(request: EraseEntityRequest, call: RpcCall): Promise<Complete<EraseEntityResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    await this.erase.execute(context, entityIdOf(context, request));
    return {};
  }

  async mergeEntities(
    request: MergeEntitiesRequest,
    call: RpcCall,
  ): Promise<Complete<MergeEntitiesResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const entityId = entityIdOf(context, request);
    const mergedEntityId = entityIdOf(context, { entityId: request.mergedEntityId });
    await this.merges.merge(context, { entityId, mergedEntityId });
    return { entity: entityToProto(await this.read.whole(context, entityId)) };
  }

  async unmergeEntity(
    request: UnmergeEntityRequest,
    call: RpcCall,
  ): Promise<Complete<UnmergeEntityResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const entityId = entityIdOf(context, request);
    await this.merges.undo(context, entityId);
    return { entity: entityToProto(await this.read.whole(context, entityId)) };
  }

  async listMergedEntities(
    request: ListMergedEntitiesRequest,
    call: RpcCall,
  ): Promise<Complete<ListMergedEntitiesResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { entity, parts, candidates } = await this.read.merged(context, entityIdOf(context, request));
    const read = [entity, ...candidates.map((one) => one.entity)].map(({ entityId }) => entityId);
    await this.reads.record(context, 'entity.viewed', read);
    return {
      entityId: entity.entityId,
      merged: parts.flatMap(({ entityId, mergedInto, mergedOn }) =>
        mergedInto === null ? [] : [{ entityId, mergedInto, mergedOn: [...mergedOn] }],
      ),
      candidates: candidates.map(matchToProto),
    };
  }

  async getEntity(request: GetEntityRequest, call: RpcCall): Promise<Complete<GetEntityResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const entity = await this.read.get(context, entityIdOf(context, request));
    await this.reads.record(context, 'entity.viewed', [entity.entityId]);
    return { entity: entityToProto(entity) };
  }

  async listTimeline(request: ListTimelineRequest, call: RpcCall): Promise<Complete<ListTimelineResponse>> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(request.page, timelinePage, checks);
    const domain = request.domain === undefined ? null : timelineDomain(request.domain);
    if (domain === undefined)
      checks.refuse(['query', 'domain'], 'must be entity, enrichment or conversation', 'value_error');
    checks.verify();
    const context = workspaceRequestContextOf(request.caller, call);
    const entityId = entityIdOf(context, request);
    const asked = { domain: domain ?? null, limit, offset };
    const { entries, total } = await this.timeline.list(context, entityId, asked);
    await this.reads.record(context, 'entity.viewed', [entityId]);
    const end = offset + entries.length;
    const hasMore = entries.length > 0 && end < total;
    const page = { hasMore, nextOffset: hasMore ? end : undefined };
    return { entries: entries.map(timelineEntryToProto), page, total };
  }

  async listEntities(request: ListEntitiesRequest, call: RpcCall): Promise<Complete<ListEntitiesResponse>> {
    const { entityTypes, query = null, source = null, sourceSystem = null, minRelevance = 0 } = request;
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(request.page, entityPage, checks);
    const [order = null] = sortKeysOf(request.order ? [request.order] : [], entitySortFields, checks);
    if (query !== null) checks.text(['query', 'q'], query, 200);
    for (const [name, text] of Object.entries({ source, source_system: sourceSystem }))
      if (text !== null) checks.storable(['query', name], text);
    checks.verify();
    const context = workspaceRequestContextOf(request.caller, call);
    const asked = { entityTypes, query, minRelevance, source, sourceSystem, order, limit, offset };
    const { entities, total } = await this.read.list(context, asked);
    await this.reads.record(
      context,
      'entity.listed',
      entities.map(({ entityId }) => entityId),
    );
    const end = offset + entities.length;
    const hasMore = entities.length > 0 && end < total;
    const page = { hasMore, nextOffset: hasMore ? end : undefined };
    return { entities: entities.map(entityToProto), page, total };
  }

  async resolveEntities(
    request: ResolveEntitiesRequest,
    call: RpcCall,
  ): Promise<Complete<ResolveEntitiesResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { entityType, entityId = null, limit } = request;
    const identifiers = checkedIdentifiers(request);
    const matches = await this.read.resolve(context, entityType, { entityId, identifiers, limit });
    const found = matches.map(({ entity }) => entity.entityId);
    await this.reads.record(context, 'entity.resolved', found);
    return {
      matches: matches.map(matchToProto),
    };
  }

  async listEntityTypes(
    { caller, ...request }: ListEntityTypesRequest,
    call: RpcCall,
  ): Promise<Complete<ListEntityTypesResponse>> {
    const entityType = request.entityType ?? null;
    if (entityType !== null) new FieldChecks().storable(['query', 'entity_type'], entityType).verify();
    const counts = await this.read.count(workspaceRequestContextOf(caller, call), entityType);
    return { entityTypes: [...counts] };
  }
}

function matchToProto({ entity, confidence, matchedOn }: ResolvedEntity) {
  return { entity: entityToProto(entity), confidence, matchedOn: [...matchedOn] };
}

function entityIdOf(
  { tenantId }: { readonly tenantId: TenantId },
  { entityId }: { readonly entityId: string },
): string {
  return requireResourceId(tenantId, 'entity', entityId);
}
