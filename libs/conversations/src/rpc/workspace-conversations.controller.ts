import {
  WorkspaceConversationsServiceService,
  type CloseWorkspaceConversationRequest,
  type CloseWorkspaceConversationResponse,
  type CollectWorkspaceTurnsRequest,
  type CollectWorkspaceTurnsResponse,
  type GetWorkspaceConversationRequest,
  type GetWorkspaceConversationResponse,
  type ListWorkspaceConversationsRequest,
  type ListWorkspaceConversationsResponse,
  type StartWorkspaceConversationRequest,
  type StartWorkspaceConversationResponse,
  type SwitchWorkspaceChannelRequest,
  type SwitchWorkspaceChannelResponse,
  type TakeWorkspaceTurnRequest,
  type TakeWorkspaceTurnResponse,
} from '@svc/contracts/conversations';
import { DomainError, requireResourceId } from '@svc/errors';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CloseWorkspaceConversation } from '../application/close-workspace-conversation.js';
import { CollectTurns } from '../application/collect-turns.js';
import { ReadWorkspaceConversations } from '../application/read-workspace-conversations.js';
import { StartWorkspaceConversation } from '../application/start-workspace-conversation.js';
import { SwitchChannel } from '../application/switch-channel.js';
import { TakeWorkspaceTurn, type WorkspaceTurnEvent } from '../application/take-workspace-turn.js';
import { inBatches } from './in-batches.js';
import { turnEventToProto } from './turn-event-mapping.js';
import { outcomeToProto, workspaceConversationToProto, workspaceTurnToProto } from './workspace-answers.js';
import { channelRequestOf, listQueryOf, newConversationOf, turnRequestOf } from './workspace-requests.js';

/**
 * WorkspaceConversationsService (proto/svc/conversations/v1/workspace_conversations_service.proto): maps requests, and calls the use
 * cases.
 */
@RpcController(WorkspaceConversationsServiceService)
export class WorkspaceConversationsController {
  constructor(
    private readonly start: StartWorkspaceConversation,
    private readonly turns: TakeWorkspaceTurn,
    private readonly collecting: CollectTurns,
    private readonly reading: ReadWorkspaceConversations,
    private readonly closing: CloseWorkspaceConversation,
    private readonly channels: SwitchChannel,
  ) {}

  async startWorkspaceConversation(
    request: StartWorkspaceConversationRequest,
    call: RpcCall,
  ): Promise<StartWorkspaceConversationResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    const asked = newConversationOf(context.tenantId, request);
    const { conversation, messages, isNew } = await this.start.execute(context, asked, call.signal);
    return {
      conversation: workspaceConversationToProto(conversation),
      isNew,
      turns: messages.map((message) => workspaceTurnToProto(conversation, message)),
    };
  }

  async getWorkspaceConversation(
    request: GetWorkspaceConversationRequest,
    call: RpcCall,
  ): Promise<GetWorkspaceConversationResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { conversation, messages } = await this.reading.get(context, named(context, request));
    return {
      conversation: workspaceConversationToProto(conversation),
      turns: messages.map((message) => workspaceTurnToProto(conversation, message)),
    };
  }

  async listWorkspaceConversations(
    request: ListWorkspaceConversationsRequest,
    call: RpcCall,
  ): Promise<ListWorkspaceConversationsResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { conversations, total } = await this.reading.list(context, listQueryOf(request));
    return { conversations: conversations.map(workspaceConversationToProto), total };
  }

  async closeWorkspaceConversation(
    request: CloseWorkspaceConversationRequest,
    call: RpcCall,
  ): Promise<CloseWorkspaceConversationResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    await this.closing.execute(context, named(context, request).conversationId).catch(busy);
    return {};
  }

  async *takeWorkspaceTurn(
    request: TakeWorkspaceTurnRequest,
    call: RpcCall,
  ): AsyncGenerator<TakeWorkspaceTurnResponse, void, void> {
    const context = workspaceRequestContextOf(request.caller, call);
    const asked = turnRequestOf(context.tenantId, request);
    const turn = this.turns.execute(context, asked, call.signal);
    let isDelivered = false;
    try {
      for await (const batch of inBatches(turn.events)) {
        const response = toldBatch(asked.conversationId, batch);
        yield response;
        isDelivered ||= response.outcome !== undefined && !call.signal.aborted;
      }
    } catch (error) {
      busy(error);
    } finally {
      void turn.end(isDelivered);
    }
  }

  async collectWorkspaceTurns(
    request: CollectWorkspaceTurnsRequest,
    call: RpcCall,
  ): Promise<CollectWorkspaceTurnsResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { outcome, end } = await this.collecting.execute(context, named(context, request));
    // The answer goes out when this function has ended.
    setImmediate(() => void end(!call.signal.aborted));
    return { outcome: outcomeToProto(outcome) };
  }

  async switchWorkspaceChannel(
    request: SwitchWorkspaceChannelRequest,
    call: RpcCall,
  ): Promise<SwitchWorkspaceChannelResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    const asked = channelRequestOf(context.tenantId, request);
    const conversation = await this.channels.execute(context, asked).catch(busy);
    return { conversation: workspaceConversationToProto(conversation) };
  }
}

/** The Platform has a name of its own for a turn that is in the way. */
function busy(error: unknown): never {
  if (error instanceof DomainError && error.code === 'operation_in_progress')
    throw new DomainError('conversation_busy', 'A turn of this conversation is running. Wait for its end.', {
      cause: error,
    });
  throw error;
}

/** @throws DomainError `not_found` for a malformed id. */
function named<Request extends { readonly conversationId: string }>(
  { tenantId }: ReturnType<typeof workspaceRequestContextOf>,
  request: Request,
): Request {
  return { ...request, conversationId: requireResourceId(tenantId, 'conversation', request.conversationId) };
}

function toldBatch(conversationId: string, batch: readonly WorkspaceTurnEvent[]): TakeWorkspaceTurnResponse {
  const response: TakeWorkspaceTurnResponse = { events: [], earlier: [] };
  for (const event of batch) {
    if (event.type === 'outcome') response.outcome = outcomeToProto(event.outcome);
    else if (event.type === 'earlier-answers')
      response.earlier = event.answers.map((message) =>
        workspaceTurnToProto({ conversationId, channel: event.channel }, message),
      );
    else if (event.type !== 'turn-begun') response.events.push(turnEventToProto(event));
  }
  return response;
}
