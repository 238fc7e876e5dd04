import { UseGuards } from '@nestjs/common';
import {
  ConversationsAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
  type GetConversationCostRequest,
  type GetConversationCostResponse,
} from '@svc/contracts/conversations';
import { DomainError, requireResourceId } from '@svc/errors';
import { withoutNulls } from '@svc/event-store';
import { isSubject, isTenantId } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard, SubjectErasure } from '@svc/service-host';
import { GetConversationCost } from '../application/get-conversation-cost.js';

/** For the installer, without a caller (proto/svc/conversations/v1/conversations_admin_service.proto). */
@RpcController(ConversationsAdminServiceService)
@UseGuards(InstallersGuard)
export class ConversationsAdminController {
  constructor(
    private readonly erasure: SubjectErasure,
    private readonly costs: GetConversationCost,
  ) {}

  async eraseSubject({ subject }: EraseSubjectRequest): Promise<EraseSubjectResponse> {
    if (!isSubject(subject))
      throw new DomainError('invalid_request', 'A subject is an id of 1 to 512 bytes.');
    await this.erasure.execute({ subject });
    return {};
  }

  async getConversationCost({
    tenantId,
    conversationId,
  }: GetConversationCostRequest): Promise<GetConversationCostResponse> {
    if (!isTenantId(tenantId)) throw new DomainError('invalid_request', 'This is no tenant.');
    const id = requireResourceId(tenantId, 'conversation', conversationId);
    const models = await this.costs.execute(tenantId, id);
    return { models: models.map(withoutNulls) };
  }
}
