import {
  WorldServiceService,
  type ChangeEnrichmentKeyRequest,
  type ChangeEnrichmentKeyResponse,
  type CreateEnrichmentKeyRequest,
  type CreateEnrichmentKeyResponse,
  type DeleteEnrichmentKeyRequest,
  type DeleteEnrichmentKeyResponse,
  type ListEnrichmentKeysRequest,
  type ListEnrichmentHistoryRequest,
  type ListEnrichmentHistoryResponse,
  type ListEnrichmentKeysResponse,
  type ListEnrichmentRequest,
  type ListEnrichmentResponse,
  type PutEnrichmentRequest,
  type PutEnrichmentResponse,
} from '@svc/contracts/world';
import { FieldChecks, pageOf, requireResourceId } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeEnrichmentKeys } from '../application/change-enrichment-keys.js';
import { EnrichEntities } from '../application/enrich-entities.js';
import { EntityReads } from '../application/entity-reads.js';
import { ListEnrichmentKeys } from '../application/list-enrichment-keys.js';
import { ReadEnrichment } from '../application/read-enrichment.js';
import { changesOf, newEnrichmentKey, toEnrichmentKey } from './enrichment-key-mapping.js';
import { entryToProto, checkedKey, givenValue, valueToProto } from './enrichment-mapping.js';

const keyPage = { minimum: 1, maximum: 500 };

/** WorldService (proto/svc/world/v1/world_service.proto): maps, and calls the use case. */
@RpcController(WorldServiceService)
export class WorldController {
  constructor(
    private readonly keys: ChangeEnrichmentKeys,
    private readonly keyList: ListEnrichmentKeys,
    private readonly enrich: EnrichEntities,
    private readonly enrichment: ReadEnrichment,
    private readonly reads: EntityReads,
  ) {}

  async createEnrichmentKey(
    request: CreateEnrichmentKeyRequest,
    call: RpcCall,
  ): Promise<Complete<CreateEnrichmentKeyResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    return { enrichmentKey: toEnrichmentKey(await this.keys.create(context, newEnrichmentKey(request))) };
  }

  async changeEnrichmentKey(
    request: ChangeEnrichmentKeyRequest,
    call: RpcCall,
  ): Promise<Complete<ChangeEnrichmentKeyResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const id = keyIdOf(context, request);
    return { enrichmentKey: toEnrichmentKey(await this.keys.change(context, id, changesOf(request))) };
  }

  async deleteEnrichmentKey(
    request: DeleteEnrichmentKeyRequest,
    call: RpcCall,
  ): Promise<Complete<DeleteEnrichmentKeyResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    await this.keys.delete(context, keyIdOf(context, request));
    return {};
  }

  async listEnrichmentKeys(
    { caller, page, ...request }: ListEnrichmentKeysRequest,
    call: RpcCall,
  ): Promise<Complete<ListEnrichmentKeysResponse>> {
    const entityType = request.entityType ?? null;
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, keyPage, checks);
    if (entityType !== null) checks.storable(['query', 'entity_type'], entityType);
    checks.verify();
    const context = workspaceRequestContextOf(caller, call);
    const { enrichmentKeys, hasMore } = await this.keyList.execute(context, { entityType, limit, offset });
    return {
      enrichmentKeys: enrichmentKeys.map(toEnrichmentKey),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async putEnrichment(
    request: PutEnrichmentRequest,
    call: RpcCall,
  ): Promise<Complete<PutEnrichmentResponse>> {
    const context = workspaceRequestContextOf(request.caller, call);
    const entityId = requireResourceId(context.tenantId, 'entity', request.entityId);
    const written = await this.enrich.put(context, { ...givenValue(request), entityId });
    return { value: entryToProto({ ...written, isCurrent: written.wins }) };
  }

  async listEnrichment(
    { caller, page, entityId, ...request }: ListEnrichmentRequest,
    call: RpcCall,
  ): Promise<Complete<ListEnrichmentResponse>> {
    const checks = new FieldChecks();
    const requested = pageOf(page, keyPage, checks);
    checks.verify();
    const context = workspaceRequestContextOf(caller, call);
    const id = requireResourceId(context.tenantId, 'entity', entityId);
    const asked = { entityId: id, asOfMs: request.asOfMs ?? null };
    const values = await this.enrichment.current(context, asked, requested);
    await this.reads.record(context, 'enrichment.viewed', [id]);
    return { values: values.map(valueToProto) };
  }

  async listEnrichmentHistory(
    { caller, entityId, key, limit, ...request }: ListEnrichmentHistoryRequest,
    call: RpcCall,
  ): Promise<Complete<ListEnrichmentHistoryResponse>> {
    if (limit < 1 || limit > 200)
      new FieldChecks().refuse(['query', 'limit'], 'must be from 1 to 200', 'out_of_range').verify();
    const context = workspaceRequestContextOf(caller, call);
    const id = requireResourceId(context.tenantId, 'entity', entityId);
    const asked = { entityId: id, asOfMs: request.asOfMs ?? null };
    const requested = { key: checkedKey(key), limit };
    const { entries, total } = await this.enrichment.history(context, asked, requested);
    await this.reads.record(context, 'enrichment.viewed', [id]);
    return { values: entries.map(entryToProto), dropped: total - entries.length };
  }
}

function keyIdOf(
  { tenantId }: { readonly tenantId: TenantId },
  { enrichmentKeyId }: { readonly enrichmentKeyId: string },
): string {
  return requireResourceId(tenantId, 'enrichment key', enrichmentKeyId);
}
