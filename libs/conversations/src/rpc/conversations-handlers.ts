import { callerFromMessage } from '@svc/auth';
import type { ConversationsServiceService } from '@svc/contracts/conversations';
import { requireObjectId } from '@svc/errors';
import type { Handlers } from '@svc/rpc';
import type { ConversationsContext } from '../application/context.js';
import { createConversation } from '../application/create-conversation.js';
import { finishConversation } from '../application/finish-conversation.js';
import { interact } from '../application/interact.js';
import { readConversations } from '../application/read-conversations.js';
import { readMessages } from '../application/read-messages.js';
import { userStatistics } from '../projections/conversation-queries.js';
import type { PrismaClient } from '../projections/gen/client.js';
import { inBatches } from './in-batches.js';
import {
  conversationQueryOf,
  conversationToMessage,
  messageQueryOf,
  messageToMessage,
} from './list-requests.js';
import { idsToSearch } from './ids-to-search.js';
import { turnEventToMessage } from './turn-event-message.js';
import { newConversationOf, saidOf } from './turn-requests.js';

/** ConversationsService (proto/svc/conversations/v1/conversations_service.proto): maps, and calls the use case. */
export function conversationsHandlers(
  context: ConversationsContext,
  prisma: PrismaClient,
): Handlers<typeof ConversationsServiceService> {
  const readPorts = { prisma, database: context.database, users: context.users };
  return {
    createConversation: async function* (request, call) {
      const caller = callerFromMessage(request.caller);
      const events = createConversation(context, caller, newConversationOf(request), call);
      for await (const batch of inBatches(events)) yield { events: batch.map(turnEventToMessage) };
    },

    interact: async function* (request, call) {
      const caller = callerFromMessage(request.caller);
      const conversationId = requireObjectId('conversation', request.conversationId);
      const events = interact(context, caller, conversationId, saidOf(request), call);
      for await (const batch of inBatches(events)) yield { events: batch.map(turnEventToMessage) };
    },

    finishConversation: async (request, call) => {
      const caller = callerFromMessage(request.caller);
      const conversationId = requireObjectId('conversation', request.conversationId);
      await finishConversation(context, caller, conversationId, call);
      return {};
    },

    listConversations: async (request) => {
      const caller = callerFromMessage(request.caller);
      const query = conversationQueryOf(request);
      const { conversations, hasMore } = await readConversations(readPorts, caller, query);
      return {
        conversations: conversations.map(conversationToMessage),
        page: { hasMore, nextOffset: hasMore ? query.offset + conversations.length : undefined },
      };
    },

    listMessages: async (request) => {
      const caller = callerFromMessage(request.caller);
      const query = messageQueryOf(request);
      const { messages, hasMore } = await readMessages(readPorts, caller, query);
      return {
        messages: messages.map(messageToMessage),
        page: { hasMore, nextOffset: hasMore ? query.offset + messages.length : undefined },
      };
    },

    getUserStatistics: async (request) => {
      const { tenantId } = callerFromMessage(request.caller);
      const rows = await userStatistics(context.database, tenantId, idsToSearch(request.userIds));
      return {
        statistics: rows.map(({ userId, conversations, messages, lastMessageAtMs }) => ({
          userId,
          numConversations: conversations,
          numMessages: messages,
          lastMessageAtMs: lastMessageAtMs ?? undefined,
        })),
      };
    },
  };
}
