import { UseGuards } from '@nestjs/common';
import {
  MemoryAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
  type ListFailedPostProcessingsResponse,
  type RetractMemoriesRequest,
  type RetractMemoriesResponse,
  type RetryPostProcessingRequest,
  type RetryPostProcessingResponse,
} from '@svc/contracts/memory';
import { DomainError, requireResourceId } from '@svc/errors';
import { isSubject, isTenantId, requestMetadata, type TenantId } from '@svc/kernel';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { OperatorsGuard, SubjectErasure } from '@svc/service-host';
import { FailedPostProcessings } from '../application/failed-post-processings.js';
import { RetractMemories } from '../application/retract-memories.js';
import { retractionOf } from './retraction-of.js';

/** For the operator, without a caller (proto/svc/memory/v1/memory_admin_service.proto). */
@RpcController(MemoryAdminServiceService)
@UseGuards(OperatorsGuard)
export class MemoryAdminController {
  constructor(
    private readonly erasure: SubjectErasure,
    private readonly failed: FailedPostProcessings,
    private readonly retractions: RetractMemories,
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
    await this.failed.retry({ tenantId: tenant, id, metadata: requestMetadata('operator', call) });
    return {};
  }

  async retractMemories(
    { tenantId, retracted }: RetractMemoriesRequest,
    call: RpcCall,
  ): Promise<RetractMemoriesResponse> {
    const tenant = tenantOf(tenantId);
    const retraction = retractionOf(tenant, retracted);
    const metadata = requestMetadata('operator', call);
    const memoryIds = await this.retractions.execute({ tenantId: tenant, metadata, retraction });
    return { memoryIds: [...memoryIds] };
  }
}

/** @throws DomainError `invalid_request` */
function tenantOf(tenantId: string): TenantId {
  if (isTenantId(tenantId)) return tenantId;
  throw new DomainError('invalid_request', 'A tenant is org:<id> or ws:<id>.');
}
