import { UseGuards } from '@nestjs/common';
import {
  MemoryAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
  type ListFailedPostProcessingsResponse,
  type ListOutdatedExtractionsRequest,
  type ListOutdatedExtractionsResponse,
  type ReextractMemoriesRequest,
  type ReextractMemoriesResponse,
  type RetractMemoriesRequest,
  type RetractMemoriesResponse,
  type RetryPostProcessingRequest,
  type RetryPostProcessingResponse,
} from '@svc/contracts/memory';
import { DomainError, requireResourceId } from '@svc/errors';
import { isSubject, isTenantId, requestMetadata, type TenantId } from '@svc/kernel';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard, SubjectErasure } from '@svc/service-host';
import { FailedPostProcessings } from '../processing/failed-post-processings.js';
import { ReextractMemories } from '../application/reextract-memories.js';
import { RetractMemories } from '../application/retract-memories.js';
import { reextractionToProto } from './reextraction-mapping.js';
import { retractionOf } from './retraction-of.js';

/** Maximum of one page. */
const maxOutdated = 1_000;

/** For the installer, without a caller (proto/svc/memory/v1/memory_admin_service.proto). */
@RpcController(MemoryAdminServiceService)
@UseGuards(InstallersGuard)
export class MemoryAdminController {
  constructor(
    private readonly erasure: SubjectErasure,
    private readonly failed: FailedPostProcessings,
    private readonly retractions: RetractMemories,
    private readonly reextractions: ReextractMemories,
  ) {}

  async eraseSubject({ subject }: EraseSubjectRequest): Promise<EraseSubjectResponse> {
    if (!isSubject(subject))
      throw new DomainError('invalid_request', 'A subject is an id of 1 to 512 bytes.');
    await this.erasure.execute({ subject });
    return {};
  }

  async listFailedPostProcessings(): Promise<ListFailedPostProcessingsResponse> {
    const failed = await this.failed.list();
    return {
      failed: failed.map(({ tenantId, conversationId, stage, failure, failures, failedAtMs }) => ({
        tenantId,
        conversationId,
        stage: stage ?? '',
        failure: failure ?? '',
        attempts: failures,
        failedAtMs: failedAtMs ?? 0,
      })),
    };
  }

  async retryPostProcessing(
    { tenantId, conversationId }: RetryPostProcessingRequest,
    call: RpcCall,
  ): Promise<RetryPostProcessingResponse> {
    const tenant = tenantOf(tenantId);
    const id = requireResourceId(tenant, 'conversation', conversationId);
    await this.failed.retry({ tenantId: tenant, id, metadata: requestMetadata('installer', call) });
    return {};
  }

  async retractMemories(
    { tenantId, retracted, conversationOfMessage }: RetractMemoriesRequest,
    call: RpcCall,
  ): Promise<RetractMemoriesResponse> {
    const tenant = tenantOf(tenantId);
    const retraction = retractionOf(tenant, retracted);
    const metadata = requestMetadata('installer', call);
    const memoryIds = await this.retractions.execute({
      tenantId: tenant,
      metadata,
      retraction,
      conversationOfMessage:
        conversationOfMessage === ''
          ? null
          : requireResourceId(tenant, 'conversation', conversationOfMessage),
    });
    return { memoryIds: [...memoryIds] };
  }

  async listOutdatedExtractions({
    after,
    limit,
  }: ListOutdatedExtractionsRequest): Promise<ListOutdatedExtractionsResponse> {
    if (limit < 1 || limit > maxOutdated)
      throw new DomainError('invalid_request', `A limit is 1 to ${maxOutdated}.`);
    const place = after && { ...after, tenantId: tenantOf(after.tenantId) };
    const { conversations, total } = await this.reextractions.outdated({ after: place ?? null, limit });
    const { name, version } = this.reextractions.current;
    return { conversations: [...conversations], total, extractorName: name, extractorVersion: version };
  }

  async reextractMemories(
    { tenantId, conversationId, apply }: ReextractMemoriesRequest,
    call: RpcCall,
  ): Promise<ReextractMemoriesResponse> {
    const tenant = tenantOf(tenantId);
    const reextraction = await this.reextractions.execute({
      tenantId: tenant,
      conversationId: requireResourceId(tenant, 'conversation', conversationId),
      metadata: requestMetadata('installer', call),
      isApplied: apply,
      signal: call.signal,
    });
    return reextractionToProto(reextraction);
  }
}

/** @throws DomainError `invalid_request` */
function tenantOf(tenantId: string): TenantId {
  if (isTenantId(tenantId)) return tenantId;
  throw new DomainError('invalid_request', 'A tenant is org:<id> or ws:<id>.');
}
