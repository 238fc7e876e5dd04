import type { PageInfo } from '@svc/contracts/common';
import {
  MessageFormat,
  PinnedModelPreference,
  Conversation,
  Message,
  ToolInvocation,
} from '@svc/contracts/conversations';
import { toProto } from '@svc/kernel';
import { messageTypes } from '../adapters/enum-mapping.js';
import type { ReadableConversation } from '../application/list-conversations.js';
import { postProcessingStages } from '../projections/completed-post-processings.js';
import type { ListedToolInvocation } from '../projections/tool-invocation-query.js';
import type { ListedMessage } from '../projections/message-list-query.js';

export function conversationToProto(readable: ReadableConversation): Conversation {
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
  return toProto(Conversation, {
    ...listed,
    isAnalyzed: postProcessingStages.every((stage) => listed.completedPostProcessings.includes(stage)),
    finalMessage: mayReadMessages ? listed.finalMessage : '',
    versionSetInfo: maySeeVersionSet ? { ...versions, llmModelPreferences } : null,
  });
}

export function messageToProto(message: ListedMessage): Message {
  return toProto(Message, {
    ...message,
    type: messageTypes.toProto(message.type),
    format: MessageFormat.MESSAGE_FORMAT_TEXT,
  });
}

export function invocationToProto({
  subject: _subject,
  ...invocation
}: ListedToolInvocation): ToolInvocation {
  return toProto(ToolInvocation, invocation);
}

export function pageInfo(offset: number, length: number, hasMore: boolean): PageInfo {
  return { hasMore, nextOffset: hasMore ? offset + length : undefined };
}
