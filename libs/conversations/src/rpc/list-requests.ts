import {
  PinnedModelPreference,
  MessageFormat,
  type Conversation,
  type ConversationTagFilter as TagFilterMessage,
  type ListConversationsRequest,
  type ListMessagesRequest,
  type Message,
} from '@svc/contracts/conversations';
import { FieldChecks, pageOf, requireObjectId, sortKeysOf } from '@svc/errors';
import type { TagFilter } from '@svc/postgres';
import { messageTypes } from '../adapters/enum-messages.js';
import { tagToMessage } from '../adapters/identity-messages.js';
import type { ReadableConversation } from '../application/read-conversations.js';
import type { MessageType } from '../domain/message.js';
import { conversationSortFields, type ConversationQuery } from '../projections/conversation-list.js';
import { messageSortFields, type ListedMessage, type MessageQuery } from '../projections/message-list.js';
import { idsToSearch } from './ids-to-search.js';

const conversationLimits = { minimum: 1, maximum: 150 };
const messageLimits = { minimum: 1, maximum: 500 };
const shownByDefault: readonly MessageType[] = ['external-event', 'agent-message', 'user-message'];

/** @throws DomainError `validation_failed` */
export function conversationQueryOf(
  request: ListConversationsRequest,
): Omit<ConversationQuery, 'tenantId' | 'grants'> {
  const checks = new FieldChecks();
  const tags = request.tags.map(tagFilterOf);
  for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
    checks.storable(['query', 'tag'], text);
  const page = pageOf(request.page, conversationLimits, checks);
  const sortBy = sortKeysOf(request.sortBy, conversationSortFields, checks);
  checks.verify();
  return {
    conversationIds: idsToSearch(request.conversationIds),
    userIds: idsToSearch(request.userIds),
    serviceIds: idsToSearch(request.serviceIds),
    isFinished: request.isFinished ?? null,
    tags,
    sortBy,
    ...page,
  };
}

function tagFilterOf({ key, match }: TagFilterMessage): TagFilter {
  switch (match?.$case) {
    case 'value':
      return { key, value: match.value };
    case 'noValue':
      return { key, value: null };
    case 'anyValue':
    case undefined:
      return { key, value: undefined };
  }
}

/** @throws DomainError `validation_failed`; `not_found` for what can't be a conversation's id. */
export function messageQueryOf(request: ListMessagesRequest): Omit<MessageQuery, 'tenantId'> {
  const checks = new FieldChecks();
  const page = pageOf(request.page, messageLimits, checks);
  const sortBy = sortKeysOf(request.sortBy, messageSortFields, checks);
  checks.verify();
  const asked = request.messageTypes
    .map((type) => messageTypes.fromMessage(type))
    .filter((type) => type !== undefined);
  return {
    conversationId: requireObjectId('conversation', request.conversationId),
    messageIds: idsToSearch(request.messageIds),
    types: request.messageTypes.length === 0 ? shownByDefault : asked,
    interactionIds: idsToSearch(request.interactionIds),
    sortBy,
    ...page,
  };
}

export function conversationToMessage(readable: ReadableConversation): Conversation {
  const { conversation, mayReadMessages, maySeeVersionSet } = readable;
  const { conversationId, userId, serviceId, isFinished, finalMessage, numMessages } = conversation;
  const preferences = JSON.parse(conversation.llmModelPreferences) as readonly unknown[];
  return {
    conversationId,
    userId,
    serviceId,
    createdAtMs: conversation.createdAt.getTime(),
    isFinished,
    // Post-processing comes with the memory context.
    isAnalyzed: false,
    completedPostProcessings: [],
    finalMessage: mayReadMessages ? finalMessage : '',
    numMessages,
    tags: conversation.tags.map(tagToMessage),
    versionSetInfo: maySeeVersionSet
      ? {
          name: conversation.versionSetName,
          agentId: conversation.agentId,
          agentVersionNumber: conversation.agentVersionNumber,
          contextGraphId: conversation.contextGraphId,
          contextGraphVersionNumber: conversation.contextGraphVersionNumber,
          llmModelPreferences: preferences.map((json) => PinnedModelPreference.fromJSON(json)),
        }
      : undefined,
  };
}

export function messageToMessage(message: ListedMessage): Message {
  const { messageId, interactionId, sender, text } = message;
  return {
    messageId,
    interactionId,
    type: messageTypes.toMessage(message.type),
    sender,
    text,
    format: MessageFormat.MESSAGE_FORMAT_TEXT,
    createdAtMs: message.createdAt.getTime(),
  };
}
