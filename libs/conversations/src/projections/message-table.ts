import { column, defineTable, instant, personal, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ConversationMessage } from '../domain/message.js';

/** A message of a completed interaction. */
export interface MessageSource {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly interactionId: string;
  /** Position in the conversation, from 1. */
  readonly ordinal: number;
  readonly message: ConversationMessage;
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
    sender: personal(
      column(({ message }) => message.sender),
      { erased: '' },
    ),
    text: personal(
      column(({ message }) => message.text),
      { erased: '' },
    ),
    createdAtMs: instant(({ message }) => message.createdAtMs),
  },
  subjectRows: `(tenant_id, conversation_id) IN (
    SELECT tenant_id, conversation_id FROM conversations.conversation WHERE subject = $1)`,
});
