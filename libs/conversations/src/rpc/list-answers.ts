import type { PageInfo } from '@svc/contracts/common';
import { MessageFormat, PinnedModelPreference, Conversation, Message } from '@svc/contracts/conversations';
import { toMessage } from '@svc/kernel';
import { messageTypes } from '../adapters/enum-messages.js';
import type { ReadableConversation } from '../application/list-conversations.js';
import { postProcessingStages } from '../projections/completed-post-processings.js';
import type { ListedMessage } from '../projections/message-list.js';

export function conversationToMessage(readable: ReadableConversation): Conversation {
  const { conversation, mayReadMessages, maySeeVersionSet } = readable;
  const {
    versionSetName: name,
    agentId,
    agentVersionNumber,
    contextGraphId,
    contextGraphVersionNumber,
    llmModelPreferences: preferences,
    ...listed
  } = conversation;
  const versions = { name, agentId, agentVersionNumber, contextGraphId, contextGraphVersionNumber };
  const llmModelPreferences = (JSON.parse(preferences) as readonly unknown[]).map((json) =>
    PinnedModelPreference.fromJSON(json),
  );
  return toMessage(Conversation, {
    ...listed,
    isAnalyzed: postProcessingStages.every((stage) => listed.completedPostProcessings.includes(stage)),
    finalMessage: mayReadMessages ? listed.finalMessage : '',
    versionSetInfo: maySeeVersionSet ? { ...versions, llmModelPreferences } : null,
  });
}

export function messageToMessage(message: ListedMessage): Message {
  return toMessage(Message, {
    ...message,
    type: messageTypes.toMessage(message.type),
    format: MessageFormat.MESSAGE_FORMAT_TEXT,
  });
}

export function pageInfo(offset: number, length: number, hasMore: boolean): PageInfo {
  return { hasMore, nextOffset: hasMore ? offset + length : undefined };
}
