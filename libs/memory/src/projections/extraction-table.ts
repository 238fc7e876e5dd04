import { column, defineTable } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ConversationMemories } from '../domain/conversation-memories/conversation-memories.js';

export interface ExtractionSource {
  readonly tenantId: TenantId;
  /** Of an existing extraction. */
  readonly state: NonNullable<ConversationMemories>;
}

/** The extractor of each conversation's memories, also if it found none. */
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
