import type {
  MessageReference as ReferenceProto,
  ConversationMessage as ConversationMessageProto,
} from '@svc/contracts/conversations';
import type { OfMessage } from '@svc/kernel';
import type { MessageReference, ConversationMessage } from '../domain/message.js';
import { messageTypes } from './enum-mapping.js';
import { stored } from './stored-value.js';

export function messageToProto(message: ConversationMessage): OfMessage<ConversationMessageProto> {
  return { ...message, type: messageTypes.toProto(message.type) };
}

export function messageFromProto(message: OfMessage<ConversationMessageProto>): ConversationMessage {
  return { ...message, type: stored(messageTypes.fromProto(message.type), 'message type') };
}

export function referenceToProto({ messageId, type }: MessageReference): OfMessage<ReferenceProto> {
  return { messageId, type: messageTypes.toProto(type) };
}

export function referenceFromProto({ messageId, type }: OfMessage<ReferenceProto>): MessageReference {
  return { messageId, type: stored(messageTypes.fromProto(type), 'message type') };
}
