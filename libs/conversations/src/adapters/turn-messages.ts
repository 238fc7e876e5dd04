import type {
  MessageReference as ReferenceMessage,
  SaidMessage as SaidMessageMessage,
} from '@svc/contracts/conversations';
import type { OfMessage } from '@svc/kernel';
import type { MessageReference, SaidMessage } from '../domain/message.js';
import { messageTypes } from './enum-messages.js';
import { stored } from './stored-value.js';

export function saidToMessage(message: SaidMessage): OfMessage<SaidMessageMessage> {
  return { ...message, type: messageTypes.toMessage(message.type) };
}

export function saidFromMessage(message: OfMessage<SaidMessageMessage>): SaidMessage {
  return { ...message, type: stored(messageTypes.fromMessage(message.type), 'message type') };
}

export function referenceToMessage({ messageId, type }: MessageReference): OfMessage<ReferenceMessage> {
  return { messageId, type: messageTypes.toMessage(type) };
}

export function referenceFromMessage({ messageId, type }: OfMessage<ReferenceMessage>): MessageReference {
  return { messageId, type: stored(messageTypes.fromMessage(type), 'message type') };
}
