import { UseGuards } from '@nestjs/common';
import {
  ConversationsAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
} from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { isSubject } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { OperatorsGuard, SubjectErasure } from '@svc/service-host';

/** For the operator, without a caller (proto/svc/conversations/v1/conversations_admin_service.proto). */
@RpcController(ConversationsAdminServiceService)
@UseGuards(OperatorsGuard)
export class ConversationsAdminController {
  constructor(private readonly erasure: SubjectErasure) {}

  async eraseSubject({ subject }: EraseSubjectRequest): Promise<EraseSubjectResponse> {
    if (!isSubject(subject))
      throw new DomainError('invalid_request', 'A subject is an id of 1 to 512 bytes.');
    await this.erasure.execute({ subject });
    return {};
  }
}
