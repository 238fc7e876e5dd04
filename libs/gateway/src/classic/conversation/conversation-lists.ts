import {
  MessageFormat,
  MessageType,
  type Conversation,
  type Message,
  type VersionSetInfo,
} from '@svc/contracts/conversations';
import { z } from 'zod';
import { fromModelPreferences } from '../service/service-mapping.js';
import { pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters } from '../../wire/tags.js';
import { toWireTime } from '../../wire/times.js';

/** Contract-classic.md 4.4. */
export const ListConversations = z.object({
  user_id: repeated(z.string()),
  service_id: repeated(oid),
  is_finished: flag.optional(),
  id: repeated(oid),
  tag: tagFilters,
  sort_by: sortParameter(['created_at']),
  ...pageParameters(1, 150, 150),
});

const messageTypes = {
  'user-message': MessageType.MESSAGE_TYPE_USER_MESSAGE,
  'agent-message': MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
  'agent-inner-thought': MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
  'external-event': MessageType.MESSAGE_TYPE_EXTERNAL_EVENT,
} as const;
type WireMessageType = keyof typeof messageTypes;
const wireMessageTypes = Object.keys(messageTypes) as [WireMessageType, ...WireMessageType[]];

/** Contract-classic.md 1.11. Without `message_type`: all but inner thoughts. */
export const ListMessages = z.object({
  id: repeated(oid),
  message_type: repeated(z.enum(wireMessageTypes).transform((type) => messageTypes[type])),
  interaction_id: repeated(oid),
  sort_by: sortParameter(['interaction_id', 'created_at']),
  ...pageParameters(1, 500, 500),
});

export function fromConversation(conversation: Conversation) {
  return {
    id: conversation.conversationId,
    user_id: conversation.userId,
    created_at: toWireTime(conversation.createdAtMs),
    is_finished: conversation.isFinished,
    is_analyzed: conversation.isAnalyzed,
    completed_post_processings: conversation.completedPostProcessings,
    final_message: conversation.finalMessage,
    service_id: conversation.serviceId,
    version_set_info: conversation.versionSetInfo ? fromVersionSetInfo(conversation.versionSetInfo) : null,
    num_messages: conversation.numMessages,
    tags: Object.fromEntries(conversation.tags.map(({ key, value }) => [key, value ?? null])),
  };
}

function fromVersionSetInfo(info: VersionSetInfo) {
  return {
    name: info.name,
    agent_version_info: [info.agentId, info.agentVersionNumber],
    service_hierarchical_state_machine_version_info: [info.contextGraphId, info.contextGraphVersionNumber],
    llm_model_preferences: fromModelPreferences(info.llmModelPreferences),
  };
}

export function fromMessage(message: Message) {
  return {
    id: message.messageId,
    interaction_id: message.interactionId,
    created_at: toWireTime(message.createdAtMs),
    sender: message.sender,
    message: message.text,
    format: formats[message.format],
    message_type: wireMessageTypes.find((type) => messageTypes[type] === message.type),
  };
}

const formats = {
  [MessageFormat.MESSAGE_FORMAT_UNSPECIFIED]: 'text',
  [MessageFormat.MESSAGE_FORMAT_TEXT]: 'text',
} as const satisfies Record<MessageFormat, string>;
