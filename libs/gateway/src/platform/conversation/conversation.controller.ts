import { Controller, Inject } from '@nestjs/common';
import {
  ChannelKind,
  ConversationDirection,
  WorkspaceConversationStatus,
} from '@svc/contracts/conversations';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { WORKSPACE_CONVERSATIONS, type WorkspaceConversationsClient } from '../../services.js';
import { smallBody, textBody } from '../../wire/sizes.js';
import { toWireTime } from '../../wire/times.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { channels, statuses } from './channel-kinds.js';
import { ConversationDetail, ConversationList, SessionStarted } from './conversation-answers.js';
import { fromConversation, fromDetail, present } from './conversation-mapping.js';
import {
  ConversationPath,
  CreateConversation,
  ListConversations,
  StartSession,
  SwitchChannel,
  ToolCallsQuery,
} from './conversation-requests.js';
import { greetingDeadlineMs, plainStart } from './plain-requests.js';

/** Conversations that begin in a minute. */
const startsPerMinute = 60;

const serviceId = 'c56a4180-65aa-42ec-a945-5fd21dec0538';

const listConversations = defineRoute({
  surface: 'platform',
  operationId: 'list-conversations',
  method: 'GET',
  path: '/v1/:workspace_id/conversations',
  summary: 'Lists the conversations of the workspace, the newest first, without simulations.',
  access: forWorkspace('Conversation.view'),
  request: { params: WorkspacePath, query: ListConversations },
  answer: { status: 200, content: 'json', schema: ConversationList },
  errors: [],
  perMinute: readsPerMinute,
});

const createConversation = defineRoute({
  surface: 'platform',
  operationId: 'create-conversation',
  method: 'POST',
  path: '/v1/:workspace_id/conversations',
  summary: 'Begins a conversation, with the greeting of the agent unless `auto_greet` is false.',
  access: forWorkspace('Conversation.create'),
  request: { params: WorkspacePath, body: { media: 'json', schema: CreateConversation, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: ConversationDetail },
  errors: ['not_found'],
  perMinute: startsPerMinute,
  example: { body: { service_id: serviceId } },
});

const getConversation = defineRoute({
  surface: 'platform',
  operationId: 'get-conversation',
  method: 'GET',
  path: '/v1/:workspace_id/conversations/:conversation_id',
  summary: 'Shows a conversation with its newest 500 messages.',
  access: forWorkspace('Conversation.view'),
  request: { params: ConversationPath, query: ToolCallsQuery },
  answer: { status: 200, content: 'json', schema: ConversationDetail },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const closeConversation = defineRoute({
  surface: 'platform',
  operationId: 'close-conversation',
  method: 'DELETE',
  path: '/v1/:workspace_id/conversations/:conversation_id',
  summary: 'Closes a conversation. It stays readable, and may be closed again.',
  access: forWorkspace('Conversation.close'),
  request: { params: ConversationPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conversation_busy'],
  perMinute: writesPerMinute,
});

const switchChannel = defineRoute({
  surface: 'platform',
  operationId: 'switch-conversation-channel',
  method: 'POST',
  path: '/v1/:workspace_id/conversations/:conversation_id/channel',
  summary:
    'Lets a conversation go on by another channel. Nothing is sent there: an opener is collected with `poll`.',
  access: forWorkspace('Conversation.update'),
  request: { params: ConversationPath, body: { media: 'json', schema: SwitchChannel, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: ConversationDetail },
  errors: ['not_found', 'conversation_busy', 'conversation_finished'],
  perMinute: writesPerMinute,
  example: { body: { channel: 'web', reason: 'They asked for it.' } },
});

const startSession = defineRoute({
  surface: 'platform',
  operationId: 'start-session',
  method: 'POST',
  path: '/v1/:workspace_id/sessions/start',
  summary:
    'Begins the session of an entity with a service, or finds the one that is open. The agent greets at the first turn, which has no message.',
  access: forWorkspace('Session.create'),
  request: { params: WorkspacePath, body: { media: 'json', schema: StartSession, maxBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: SessionStarted },
  errors: ['not_found'],
  perMinute: startsPerMinute,
  example: { body: { service_id: serviceId, channel_kind: 'web', canonical_id: 'crm:patient:7' } },
});

@Controller()
export class WorkspaceConversationController {
  constructor(
    @Inject(WORKSPACE_CONVERSATIONS) private readonly workspaceConversations: WorkspaceConversationsClient,
  ) {}

  @Serves(listConversations)
  async list({ caller, query }: RouteInput<typeof listConversations>) {
    const { channel_kind: channel, status, limit, offset } = query;
    const { conversations, total } = await this.workspaceConversations.listWorkspaceConversations({
      caller,
      channel: channel ? channels.toProto(channel) : ChannelKind.CHANNEL_KIND_UNSPECIFIED,
      status: status
        ? statuses.toProto(status === 'frozen' ? 'active' : status)
        : WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_UNSPECIFIED,
      limit,
      offset,
    });
    const items = conversations.map(fromConversation);
    return { items, total, has_more: offset + items.length < total };
  }

  @Serves(createConversation)
  async create({ caller, body }: RouteInput<typeof createConversation>) {
    const { conversation, turns } = await this.workspaceConversations.startWorkspaceConversation(
      {
        ...{ ...plainStart, caller },
        serviceId: body.service_id,
        entityId: body.entity_id ?? undefined,
        channel: channels.toProto(body.channel),
        recipient: body.recipient ?? undefined,
        useCaseId: body.use_case_id ?? undefined,
        instruction: body.instruction ?? undefined,
        forceNew: body.force_new,
        greets: body.auto_greet,
        ...(body.channel !== 'web' && { direction: ConversationDirection.CONVERSATION_DIRECTION_OUTBOUND }),
      },
      { deadlineMs: greetingDeadlineMs },
    );
    return fromDetail(conversation, turns);
  }

  @Serves(getConversation)
  async get({ caller, params, query }: RouteInput<typeof getConversation>) {
    const { include_tool_calls: includeToolCalls } = query;
    const { conversation_id: conversationId } = params;
    const request = { caller, conversationId, includeToolCalls, omitsTurns: false };
    const { conversation, turns } = await this.workspaceConversations.getWorkspaceConversation(request);
    return fromDetail(conversation, turns);
  }

  @Serves(closeConversation)
  async close({ caller, params }: RouteInput<typeof closeConversation>): Promise<void> {
    const conversationId = params.conversation_id;
    await this.workspaceConversations.closeWorkspaceConversation({ caller, conversationId });
  }

  @Serves(switchChannel)
  async switchTo({ caller, params, body }: RouteInput<typeof switchChannel>) {
    const conversationId = params.conversation_id;
    const request = {
      caller,
      conversationId,
      channel: channels.toProto(body.channel),
      recipient: body.recipient ?? undefined,
      useCaseId: body.use_case_id ?? undefined,
      reason: body.reason,
      dispatchOpener: body.dispatch_opener,
      instruction: body.instruction ?? undefined,
    };
    const { conversation } = await this.workspaceConversations.switchWorkspaceChannel(request, {
      deadlineMs: greetingDeadlineMs,
    });
    return fromDetail(conversation, []);
  }

  @Serves(startSession)
  async startSession({ caller, body }: RouteInput<typeof startSession>) {
    const { conversation, isNew } = await this.workspaceConversations.startWorkspaceConversation({
      ...{ ...plainStart, caller, isSession: true, omitsTurns: true },
      serviceId: body.service_id,
      entityId: body.entity_id ?? undefined,
      canonicalId: body.canonical_id ?? undefined,
      greeting: body.greeting ?? undefined,
    });
    const begun = present(conversation);
    return {
      conversation_id: begun.conversationId,
      session_status: isNew ? ('created' as const) : ('already_active' as const),
      channel_kind: body.channel_kind,
      entity_id: begun.entityId,
      service_id: begun.serviceId,
      created_at: toWireTime(begun.createdAtMs),
    };
  }
}
