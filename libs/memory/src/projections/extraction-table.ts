import { column, defineTable } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ConversationMemories } from '../domain/conversation-memories/conversation-memories.js';

export interface ExtractionSource {
  readonly tenantId: TenantId;
  /** Of an extraction that there was. */
  readonly state: NonNullable<ConversationMemories>;
}

/** Which extractor has made the memories of a conversation, also where it found none. */
export const extractionTable = defineTable<ExtractionSource>()('memory.extraction', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    conversationId: column(({ state }) => state.conversation.conversationId),
  },
  columns: {
    extractorName: column(({ state }) => state.extractedBy?.name ?? ''),
    extractorVersion: column(({ state }) => state.extractedBy?.version ?? 0),
  },
});
