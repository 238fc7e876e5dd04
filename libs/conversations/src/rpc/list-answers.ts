import type { PageInfo } from '@svc/contracts/common';
import {
  MessageFormat,
  PinnedModelPreference,
  type Conversation,
  type Message,
} from '@svc/contracts/conversations';
import { withoutNulls, type Complete } from '@svc/event-store';
import { messageTypes } from '../adapters/enum-messages.js';
import type { ReadableConversation } from '../application/list-conversations.js';
import { postProcessingStages } from '../projections/completed-post-processings.js';
import type { ListedMessage } from '../projections/message-list.js';

export function conversationToMessage(readable: ReadableConversation): Complete<Conversation> {
  const { conversation, mayReadMessages, maySeeVersionSet } = readable;
  const {
    versionSetName: name,
    agentId,
    agentVersionNumber,
    contextGraphId,
    contextGraphVersionNumber,
    llmModelPreferences,
    subject: _whose,
    ...listed
  } = withoutNulls(conversation);
  const preferences = JSON.parse(llmModelPreferences) as readonly unknown[];
  const versions = { name, agentId, agentVersionNumber, contextGraphId, contextGraphVersionNumber };
  return {
    ...listed,
    isAnalyzed: postProcessingStages.every((stage) => conversation.completedPostProcessings.includes(stage)),
    completedPostProcessings: [...conversation.completedPostProcessings],
    finalMessage: mayReadMessages ? listed.finalMessage : '',
    tags: listed.tags.map(withoutNulls),
    versionSetInfo: maySeeVersionSet
      ? {
          ...versions,
          llmModelPreferences: preferences.map((json) => PinnedModelPreference.fromJSON(json)),
        }
      : undefined,
  };
}

export function messageToMessage(message: ListedMessage): Complete<Message> {
  return {
    ...withoutNulls(message),
    type: messageTypes.toMessage(message.type),
    format: MessageFormat.MESSAGE_FORMAT_TEXT,
  };
}

export function pageInfo(offset: number, length: number, hasMore: boolean): PageInfo {
  return { hasMore, nextOffset: hasMore ? offset + length : undefined };
}
