import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { conversationBody, interactBody } from '../../wire/sizes.js';
import {
  ConversationList,
  ConversationPath,
  ListConversations,
  ListMessages,
  MessageList,
} from './conversation-schemas.js';
import { CreateConversation } from './create-conversation.js';
import { InteractForm } from './interact-form.js';
import { CreateLine, InteractLine } from './turn-lines.js';
import { CreateQuery, InteractQuery } from './turn-query.js';

export const createConversation = defineRoute({
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
    body: { media: 'json', schema: CreateConversation, mostBytes: conversationBody },
  },
  answer: { status: 201, content: 'ndjson', line: CreateLine },
  errors: ['conversation_already_open', 'not_found', 'operation_in_progress'],
  perMinute: 5,
  example: { query: { response_format: 'text' }, body: { service_id: '65f000000000000000000001' } },
});

export const interact = defineRoute({
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
      mostBytes: interactBody,
      mostParts: 200,
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

export const finishConversation = defineRoute({
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

export const listMessages = defineRoute({
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

export const listConversations = defineRoute({
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
