import { UseGuards } from '@nestjs/common';
import {
  MemoryAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
  type ListFailedPostProcessingsResponse,
  type RetryPostProcessingRequest,
  type RetryPostProcessingResponse,
} from '@svc/contracts/memory';
import { DomainError, requireResourceId } from '@svc/errors';
import { isSubject, isTenantId, requestMetadata } from '@svc/kernel';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { OperatorsGuard, SubjectErasure } from '@svc/service-host';
import { FailedPostProcessings } from '../application/failed-post-processings.js';

/** For the operator, without a caller (proto/svc/memory/v1/memory_admin_service.proto). */
@RpcController(MemoryAdminServiceService)
@UseGuards(OperatorsGuard)
export class MemoryAdminController {
  constructor(
    private readonly erasure: SubjectErasure,
    private readonly failed: FailedPostProcessings,
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
    if (!isTenantId(tenantId)) throw new DomainError('invalid_request', 'A tenant is org:<id> or ws:<id>.');
    const id = requireResourceId(tenantId, 'conversation', conversationId);
    await this.failed.retry({ tenantId, id, metadata: requestMetadata('operator', call) });
    return {};
  }
}
