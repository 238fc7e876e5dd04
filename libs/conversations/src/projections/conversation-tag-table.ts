import { column, defineTable, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ConversationTag } from '../domain/conversation-description.js';

interface TagSource {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly tag: ConversationTag;
}

export const conversationTagTable = defineTable<TagSource>()('conversations.conversation_tag', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: unlisted(column(({ conversationId }) => conversationId)),
    key: column(({ tag }) => tag.key),
  },
  columns: { value: column(({ tag }) => tag.value) },
});
