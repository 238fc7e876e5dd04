import { Controller, Inject } from '@nestjs/common';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply } from 'fastify';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { CONVERSATIONS, type ConversationsClient, LOGGER } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { conversationBody, interactBody, textBody } from '../../wire/sizes.js';
import { fromConversation, fromMessage } from './conversation-mapping.js';
import {
  ConversationList,
  ConversationPath,
  ListConversations,
  ListMessages,
  MessageList,
  ModifyTags,
} from './conversation-schemas.js';
import { CreateConversation, toCreateConversation } from './create-conversation.js';
import { InteractForm, toInteraction } from './interact-form.js';
import { CreateLine, InteractLine } from './turn-lines.js';
import { CreateQuery, InteractQuery, messageFormats } from './turn-query.js';
import { replyWithTurn } from './turn-reply.js';

const createConversation = defineRoute({
  operationId: 'create-conversation',
  method: 'POST',
  path: '/v1/:org/conversation/',
  summary: 'Begins a conversation and streams the first message of the agent.',
  access: forCallers({
    requires: ['Conversation:CreateConversation'],
    asks: ['Conversation:GetInteractionInsights'],
  }),
  request: {
    query: CreateQuery,
    body: { media: 'json', schema: CreateConversation, maxBytes: conversationBody },
  },
  answer: { status: 201, content: 'ndjson', line: CreateLine },
  errors: ['conversation_already_open', 'not_found', 'operation_in_progress'],
  perMinute: 5,
  example: { query: { response_format: 'text' }, body: { service_id: '65f000000000000000000001' } },
});

const interact = defineRoute({
  operationId: 'interact-with-conversation',
  method: 'POST',
  path: '/v1/:org/conversation/:conversation_id/interact',
  summary: 'Takes one turn: what the user said, answered by a stream of what the agent does and says.',
  access: forCallers({
    requires: ['Conversation:InteractWithConversation', 'User:UpdateUserInfo'],
    asks: ['Conversation:GetInteractionInsights'],
  }),
  request: {
    params: ConversationPath,
    query: InteractQuery,
    // A message and some dozens of external events.
    body: {
      media: 'form',
      schema: InteractForm,
      maxBytes: interactBody,
      maxParts: 200,
      rawParts: ['recorded_message'],
    },
  },
  answer: { status: 200, content: 'ndjson', line: InteractLine },
  errors: ['not_found', 'conversation_finished', 'operation_in_progress'],
  perMinute: 10,
  example: {
    query: { request_format: 'text', response_format: 'text' },
    body: { initial_message_type: 'user-message', recorded_message: 'Hello' },
  },
});

const finishConversation = defineRoute({
  operationId: 'finish-conversation',
  method: 'POST',
  path: '/v1/:org/conversation/:conversation_id/finish/',
  summary: 'Ends a conversation; one without any message is deleted.',
  access: forCallers({ requires: ['Conversation:FinishConversation', 'User:UpdateUserInfo'] }),
  request: { params: ConversationPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conversation_has_no_interactions', 'conversation_finished', 'operation_in_progress'],
  perMinute: 5,
});

const modifyTags = defineRoute({
  operationId: 'modify-conversation-tags',
  method: 'POST',
  path: '/v1/:org/conversation/:conversation_id/tags/',
  summary: 'Changes tags of a conversation, also of a finished one.',
  access: forCallers({ requires: ['Conversation:ModifyConversation'] }),
  request: { params: ConversationPath, body: { media: 'json', schema: ModifyTags, maxBytes: textBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found'],
  perMinute: 50,
  example: { body: { updates: { topic: 'vaccination' }, deletes: ['draft'] } },
});

const listMessages = defineRoute({
  operationId: 'get-conversation-messages',
  method: 'GET',
  path: '/v1/:org/conversation/:conversation_id/messages/',
  summary: 'Lists the messages of a conversation that the caller may read, oldest first.',
  access: forCallers({ asks: ['Conversation:GetMessage'] }),
  request: { params: ConversationPath, query: ListMessages },
  answer: { status: 200, content: 'json', schema: MessageList },
  errors: ['not_found'],
  perMinute: 20,
});

const listConversations = defineRoute({
  operationId: 'get-conversations',
  method: 'GET',
  path: '/v1/:org/conversation/',
  summary: 'Lists the conversations that the caller may see, oldest first.',
  access: forCallers({
    asks: ['Conversation:GetConversation', 'Conversation:GetMessage', 'Service:GetVersionSet'],
  }),
  request: { query: ListConversations },
  answer: { status: 200, content: 'json', schema: ConversationList },
  errors: [],
  perMinute: 15,
});

@Controller()
export class ConversationController {
  constructor(
    @Inject(CONVERSATIONS) private readonly conversations: ConversationsClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(createConversation)
  async create(
    { caller, query, body }: RouteInput<typeof createConversation>,
    reply: FastifyReply,
  ): Promise<void> {
    const responseFormat = messageFormats[query.response_format];
    const request = { ...toCreateConversation(body), responseFormat, caller };
    const turn = {
      caller,
      wantedActions: query.current_agent_action_type,
      open: (signal: AbortSignal) => this.conversations.createConversation(request, { signal }),
    };
    await replyWithTurn(reply, createConversation.answer, turn, this.logger);
  }

  @Serves(interact)
  async interact(
    { caller, params, query, body }: RouteInput<typeof interact>,
    reply: FastifyReply,
  ): Promise<void> {
    const request = { ...toInteraction(query, body), conversationId: params.conversation_id, caller };
    const turn = {
      caller,
      wantedActions: query.current_agent_action_type,
      open: (signal: AbortSignal) => this.conversations.interact(request, { signal }),
    };
    await replyWithTurn(reply, interact.answer, turn, this.logger);
  }

  @Serves(finishConversation)
  async finish({ caller, params }: RouteInput<typeof finishConversation>): Promise<void> {
    await this.conversations.finishConversation({ caller, conversationId: params.conversation_id });
  }

  @Serves(modifyTags)
  async modifyTags({ caller, params, body }: RouteInput<typeof modifyTags>): Promise<void> {
    await this.conversations.modifyConversationTags({
      caller,
      conversationId: params.conversation_id,
      updates: Object.entries(body.updates).map(([key, value]) => ({ key, value: value ?? undefined })),
      deletes: body.deletes,
    });
  }

  @Serves(listMessages)
  async messages({ caller, params, query }: RouteInput<typeof listMessages>) {
    const { messages, page } = await this.conversations.listMessages({
      caller,
      conversationId: params.conversation_id,
      messageIds: query.id,
      messageTypes: query.message_type,
      interactionIds: query.interaction_id,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return { messages: messages.map(fromMessage), ...fromPageInfo(page, query) };
  }

  @Serves(listConversations)
  async list({ caller, query }: RouteInput<typeof listConversations>) {
    const { conversations, page } = await this.conversations.listConversations({
      caller,
      conversationIds: query.id,
      userIds: query.user_id,
      serviceIds: query.service_id,
      isFinished: query.is_finished,
      tags: query.tag,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return { conversations: conversations.map(fromConversation), ...fromPageInfo(page, query) };
  }
}
