import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import { readForm, type FormLimits } from '@svc/http';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CurrentCaller } from '../../access/current-caller.js';
import { ForCallers } from '../../access/route-access.js';
import { CONVERSATIONS, LOGGER, type ConversationsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { oid } from '../../wire/query.js';
import { fromConversation, fromMessage, ListConversations, ListMessages } from './conversation-lists.js';
import { CreateConversation, toCreateConversation } from './create-conversation.js';
import { toInteraction } from './interact-form.js';
import { CreateQuery, InteractQuery, refuseVoice } from './turn-query.js';
import { replyWithTurn } from './turn-reply.js';

/** A message and some dozens of external events. */
const interactForm: FormLimits = { parts: 200, bytes: 1024 * 1024 };

@Controller('v1/:org/conversation')
export class ConversationController {
  constructor(
    @Inject(CONVERSATIONS) private readonly conversations: ConversationsClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post()
  @ForCallers({
    requires: ['Conversation:CreateConversation'],
    asks: ['Conversation:GetInteractionInsights'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Query({ schema: CreateQuery }) query: z.output<typeof CreateQuery>,
    @Body({ schema: CreateConversation }) body: z.output<typeof CreateConversation>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    refuseVoice(query.response_format);
    const request = { ...toCreateConversation(body), caller };
    const wantedActions = query.current_agent_action_type;
    const open = (signal: AbortSignal) => this.conversations.createConversation(request, { signal });
    await replyWithTurn(reply, { status: 201, caller, wantedActions, open }, this.logger);
  }

  @Post(':conversation_id/interact')
  @ForCallers({
    requires: ['Conversation:InteractWithConversation', 'User:UpdateUserInfo'],
    asks: ['Conversation:GetInteractionInsights'],
    consumes: 'multipart',
  })
  async interact(
    @CurrentCaller() caller: Caller,
    @Param('conversation_id', { schema: oid }) conversationId: string,
    @Query({ schema: InteractQuery }) query: z.output<typeof InteractQuery>,
    @Req() httpRequest: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    refuseVoice(query.request_format, query.response_format);
    const interaction = toInteraction(await readForm(httpRequest, interactForm));
    const request = { ...interaction, conversationId, caller };
    const wantedActions = query.current_agent_action_type;
    const open = (signal: AbortSignal) => this.conversations.interact(request, { signal });
    await replyWithTurn(reply, { status: 200, caller, wantedActions, open }, this.logger);
  }

  @Post(':conversation_id/finish')
  @HttpCode(204)
  @ForCallers({
    requires: ['Conversation:FinishConversation', 'User:UpdateUserInfo'],
    consumes: 'nothing',
  })
  async finish(
    @CurrentCaller() caller: Caller,
    @Param('conversation_id', { schema: oid }) conversationId: string,
  ): Promise<void> {
    await this.conversations.finishConversation({ caller, conversationId });
  }

  @Get(':conversation_id/messages')
  @ForCallers({ asks: ['Conversation:GetMessage'] })
  async messages(
    @CurrentCaller() caller: Caller,
    @Param('conversation_id', { schema: oid }) conversationId: string,
    @Query({ schema: ListMessages }) query: z.output<typeof ListMessages>,
  ) {
    const { messages, page } = await this.conversations.listMessages({
      caller,
      conversationId,
      messageIds: query.id,
      messageTypes: query.message_type,
      interactionIds: query.interaction_id,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return { messages: messages.map(fromMessage), ...fromPageInfo(page) };
  }

  @Get()
  @ForCallers({ asks: ['Conversation:GetConversation', 'Conversation:GetMessage', 'Service:GetVersionSet'] })
  async list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ListConversations }) query: z.output<typeof ListConversations>,
  ) {
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
    return { conversations: conversations.map(fromConversation), ...fromPageInfo(page) };
  }
}
