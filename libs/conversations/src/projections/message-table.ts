import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { SaidMessage } from '../domain/message.js';

/** A message of a completed interaction. */
export interface MessageSource {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly interactionId: string;
  /** Place in the conversation, from 1. */
  readonly ordinal: number;
  readonly message: SaidMessage;
}

export const messageTable = defineTable<MessageSource>()('conversations.message', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: unlisted(column(({ conversationId }) => conversationId)),
    ordinal: unlisted(column(({ ordinal }) => ordinal)),
  },
  columns: {
    messageId: column(({ message }) => message.messageId),
    interactionId: column(({ interactionId }) => interactionId),
    type: column(({ message }) => message.type),
    sender: column(({ message }) => message.sender),
    text: column(({ message }) => message.text),
    createdAtMs: instant(({ message }) => message.createdAtMs),
  },
});
