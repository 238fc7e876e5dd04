import {
  ConversationsServiceService,
  type CreateConversationRequest,
  type CreateConversationResponse,
  type FinishConversationRequest,
  type FinishConversationResponse,
  type InteractRequest,
  type InteractResponse,
  type ListConversationsRequest,
  type ListConversationsResponse,
  type ListMessagesRequest,
  type ListMessagesResponse,
  type ListModelsRequest,
  type ListModelsResponse,
  type ListToolInvocationsRequest,
  type ListToolInvocationsResponse,
  type ModifyConversationTagsRequest,
  type ModifyConversationTagsResponse,
  type RecommendResponsesRequest,
  type RecommendResponsesResponse,
  type SuggestConversationStartersRequest,
  type SuggestConversationStartersResponse,
} from '@svc/contracts/conversations';
import { requireResourceId } from '@svc/errors';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateConversation } from '../application/create-conversation.js';
import { FinishConversation } from '../application/finish-conversation.js';
import { Interact } from '../application/interact.js';
import { ListConversations } from '../application/list-conversations.js';
import { ListMessages } from '../application/list-messages.js';
import { ListModels } from '../application/list-models.js';
import { SuggestConversationStarters } from '../application/suggest-conversation-starters.js';
import { RecommendResponses } from '../application/recommend-responses.js';
import { ListToolInvocations } from '../application/list-tool-invocations.js';
import { ModifyConversationTags } from '../application/modify-conversation-tags.js';
import type { TurnEvent } from '../turn/turn-event.js';
import { inBatches } from './in-batches.js';
import { conversationToProto, invocationToProto, messageToProto, pageInfo } from './list-answers.js';
import { conversationQueryOf, invocationQueryOf, messageQueryOf } from './list-requests.js';
import { turnEventToProto } from './turn-event-mapping.js';
import { isSpoken, newConversationOf, inputOf } from './turn-requests.js';

/**
 * ConversationsService (proto/svc/conversations/v1/conversations_service.proto): maps requests, and calls the use
 * cases.
 */
@RpcController(ConversationsServiceService)
export class ConversationsController {
  constructor(
    private readonly create: CreateConversation,
    private readonly interacting: Interact,
    private readonly finish: FinishConversation,
    private readonly conversations: ListConversations,
    private readonly messages: ListMessages,
    private readonly models: ListModels,
    private readonly tags: ModifyConversationTags,
    private readonly invocations: ListToolInvocations,
    private readonly recommend: RecommendResponses,
    private readonly starters: SuggestConversationStarters,
  ) {}

  async *createConversation(
    request: CreateConversationRequest,
    call: RpcCall,
  ): AsyncGenerator<CreateConversationResponse, void, void> {
    const context = requestContextOf(request.caller, call);
    const asked = newConversationOf(context.tenantId, request);
    yield* told(this.create.execute(context, asked));
  }

  async *interact(request: InteractRequest, call: RpcCall): AsyncGenerator<InteractResponse, void, void> {
    const context = requestContextOf(request.caller, call);
    const conversationId = requireResourceId(context.tenantId, 'conversation', request.conversationId);
    const asked = {
      conversationId,
      input: inputOf(request),
      isSpoken: isSpoken(request.requestFormat, request.responseFormat),
    };
    yield* told(this.interacting.execute(context, asked));
  }

  async finishConversation(
    request: FinishConversationRequest,
    call: RpcCall,
  ): Promise<FinishConversationResponse> {
    const context = requestContextOf(request.caller, call);
    const conversationId = requireResourceId(context.tenantId, 'conversation', request.conversationId);
    await this.finish.execute(context, { conversationId });
    return {};
  }

  async modifyConversationTags(
    request: ModifyConversationTagsRequest,
    call: RpcCall,
  ): Promise<ModifyConversationTagsResponse> {
    const context = requestContextOf(request.caller, call);
    const conversationId = requireResourceId(context.tenantId, 'conversation', request.conversationId);
    const updates = request.updates.map(({ key, value = null }) => ({ key, value }));
    await this.tags.execute(context, { conversationId, updates, deletes: request.deletes });
    return {};
  }

  async recommendResponses(
    request: RecommendResponsesRequest,
    call: RpcCall,
  ): Promise<RecommendResponsesResponse> {
    const requestContext = requestContextOf(request.caller, call);
    const { tenantId } = requestContext;
    const conversationId = requireResourceId(tenantId, 'conversation', request.conversationId);
    const interactionId = requireResourceId(tenantId, 'interaction', request.interactionId);
    const asked = { conversationId, interactionId, context: request.context };
    return { responses: [...(await this.recommend.execute(requestContext, asked, call.signal))] };
  }

  async suggestConversationStarters(
    { caller, ...request }: SuggestConversationStartersRequest,
    call: RpcCall,
  ): Promise<SuggestConversationStartersResponse> {
    const { serviceVersionSetName: versionSetName, generationInstructions: instructions, ...rest } = request;
    const asked = { ...rest, versionSetName, instructions };
    const starters = await this.starters.execute(requestContextOf(caller, call), asked);
    return { starters: starters.map(({ prompt, facets }) => ({ prompt, facets: [...facets] })) };
  }

  async listConversations(
    request: ListConversationsRequest,
    call: RpcCall,
  ): Promise<ListConversationsResponse> {
    const context = requestContextOf(request.caller, call);
    const query = conversationQueryOf(request);
    const { conversations, hasMore } = await this.conversations.execute(context, query);
    return {
      conversations: conversations.map(conversationToProto),
      page: pageInfo(query.offset, conversations.length, hasMore),
    };
  }

  async listMessages(request: ListMessagesRequest, call: RpcCall): Promise<ListMessagesResponse> {
    const context = requestContextOf(request.caller, call);
    const query = messageQueryOf(context.tenantId, request);
    const { messages, hasMore } = await this.messages.execute(context, query);
    return {
      messages: messages.map(messageToProto),
      page: pageInfo(query.offset, messages.length, hasMore),
    };
  }

  async listToolInvocations(
    request: ListToolInvocationsRequest,
    call: RpcCall,
  ): Promise<ListToolInvocationsResponse> {
    const context = requestContextOf(request.caller, call);
    const query = invocationQueryOf(request);
    const { invocations, hasMore } = await this.invocations.execute(context, query);
    return {
      invocations: invocations.map(invocationToProto),
      page: pageInfo(query.offset, invocations.length, hasMore),
    };
  }

  async listModels(request: ListModelsRequest, call: RpcCall): Promise<ListModelsResponse> {
    const models = this.models.execute(requestContextOf(request.caller, call));
    return {
      models: models.map(({ name, paramsSchema }) => ({
        name,
        paramsSchemaJson: JSON.stringify(paramsSchema),
      })),
    };
  }
}

async function* told(turn: AsyncGenerator<TurnEvent, void, void>) {
  for await (const batch of inBatches(turn)) yield { events: batch.map(turnEventToProto) };
}
