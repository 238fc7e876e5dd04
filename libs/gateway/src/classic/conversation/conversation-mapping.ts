import {
  MessageFormat,
  type Conversation as ConversationProto,
  type Message as MessageProto,
  type VersionSetInfo as VersionSetInfoProto,
} from '@svc/contracts/conversations';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { fromModelPreferences } from '../service/service-mapping.js';
import {
  Conversation,
  Message,
  messageTypes,
  VersionSetInfo,
  wireMessageTypes,
} from './conversation-schemas.js';

export function fromConversation({
  conversationId,
  versionSetInfo,
  tags,
  ...conversation
}: ConversationProto) {
  return shown(Conversation, {
    ...sameNames(conversation),
    id: conversationId,
    version_set_info: versionSetInfo ? fromVersionSetInfo(versionSetInfo) : null,
    tags: Object.fromEntries(tags.map(({ key, value }) => [key, value ?? null])),
  });
}

function fromVersionSetInfo(message: VersionSetInfoProto) {
  const { agentId, agentVersionNumber, contextGraphId, contextGraphVersionNumber, ...info } = message;
  return shown(VersionSetInfo, {
    ...sameNames(info),
    agent_version_info: [agentId, agentVersionNumber],
    service_hierarchical_state_machine_version_info: [contextGraphId, contextGraphVersionNumber],
    llm_model_preferences: fromModelPreferences(info.llmModelPreferences),
  });
}

export function fromMessage({ messageId, type, text, format, ...message }: MessageProto) {
  return shown(Message, {
    ...sameNames(message),
    id: messageId,
    message: text,
    format: formats[format],
    message_type: wireMessageTypes.find((wire) => messageTypes[wire] === type) ?? unknownType(type),
  });
}

/** Clients would reject a message type that this release doesn't know. */
function unknownType(type: string): never {
  throw new Error(`no name of the wire for ${type}`);
}

const formats = {
  [MessageFormat.MESSAGE_FORMAT_UNSPECIFIED]: 'text',
  [MessageFormat.MESSAGE_FORMAT_TEXT]: 'text',
  [MessageFormat.MESSAGE_FORMAT_VOICE]: 'voice',
} as const satisfies Record<MessageFormat, string>;
