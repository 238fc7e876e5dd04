import { UseGuards } from '@nestjs/common';
import {
  ConversationsAdminServiceService,
  type EraseSubjectRequest,
  type EraseSubjectResponse,
  type GetConversationCostRequest,
  type GetConversationCostResponse,
  type ListOpenToolCallsRequest,
  type ListOpenToolCallsResponse,
  type ReplayConversationRequest,
  type ReplayConversationResponse,
  type SettleToolCallRequest,
  type SettleToolCallResponse,
} from '@svc/contracts/conversations';
import { DomainError, requireResourceId } from '@svc/errors';
import { withoutNulls } from '@svc/event-store';
import { isStorableText, isSubject, isTenantId } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard, SubjectErasure } from '@svc/service-host';
import { GetConversationCost } from '../application/get-conversation-cost.js';
import { ReplayConversation } from '../application/replay-conversation.js';
import { ToolCallsOfOperators } from '../application/tool-calls-of-operators.js';
import { comparedWithoutWords, verifiedToProto } from './replay-mapping.js';
import { pageOf, versionsOf } from './replay-requests.js';

const maxNoteCharacters = 1_000;

/** For the installer, without a caller (proto/svc/conversations/v1/conversations_admin_service.proto). */
@RpcController(ConversationsAdminServiceService)
@UseGuards(InstallersGuard)
export class ConversationsAdminController {
  constructor(
    private readonly erasure: SubjectErasure,
    private readonly costs: GetConversationCost,
    private readonly toolCalls: ToolCallsOfOperators,
    private readonly replays: ReplayConversation,
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

  async listOpenToolCalls({ tenantId }: ListOpenToolCallsRequest): Promise<ListOpenToolCallsResponse> {
    if (!isTenantId(tenantId)) throw new DomainError('invalid_request', 'This is no tenant.');
    return { calls: [...(await this.toolCalls.list(tenantId))] };
  }

  async settleToolCall(request: SettleToolCallRequest): Promise<SettleToolCallResponse> {
    const { tenantId, conversationId, callId, status, note } = request;
    if (!isTenantId(tenantId)) throw new DomainError('invalid_request', 'This is no tenant.');
    const id = requireResourceId(tenantId, 'conversation', conversationId);
    if (status !== 'ended' && status !== 'failed' && status !== 'not-called')
      throw new DomainError('invalid_request', 'A call has ended, has failed or was not called.');
    if (note.length > maxNoteCharacters || !isStorableText(note))
      throw new DomainError('invalid_request', `A note has at most ${maxNoteCharacters} characters.`);
    await this.toolCalls.settle({ tenantId, conversationId: id, callId, status, note });
    return {};
  }

  async replayConversation(request: ReplayConversationRequest): Promise<ReplayConversationResponse> {
    const { tenantId, versions } = request;
    if (!isTenantId(tenantId)) throw new DomainError('invalid_request', 'This is no tenant.');
    const wanted = { ...pageOf(tenantId, request), require: () => undefined };
    if (versions === undefined) {
      const { turns, hasMore } = await this.replays.verify(wanted);
      return { verified: turns.map(verifiedToProto), compared: [], hasMore };
    }
    const { turns, hasMore } = await this.replays.compare(wanted, versionsOf(tenantId, versions));
    return { verified: [], compared: turns.map(comparedWithoutWords), hasMore };
  }
}
