import { Controller, Inject } from '@nestjs/common';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply } from 'fastify';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { CONVERSATIONS, LOGGER, type ConversationsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { fromConversation, fromMessage } from './conversation-mapping.js';
import {
  createConversation,
  finishConversation,
  interact,
  listConversations,
  listMessages,
} from './conversation.routes.js';
import { toCreateConversation } from './create-conversation.js';
import { toInteraction } from './interact-form.js';
import { messageFormats } from './turn-query.js';
import { replyWithTurn } from './turn-reply.js';

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
