import { column, defineTable, instant, json, personal, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { messagesOf, type CurrentMemory } from '../domain/conversation-memories/memory.js';
import { subjectOf, type RememberedConversation } from '../domain/remembered-conversation.js';

/** A memory with its conversation. */
export interface MemorySource {
  readonly tenantId: TenantId;
  readonly conversation: RememberedConversation;
  readonly memory: CurrentMemory;
}

/** L1 memories as their list shows them. */
export const memoryTable = defineTable<MemorySource>()('memory.memory', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: column(({ conversation }) => conversation.conversationId),
    ordinal: column(({ memory }) => memory.ordinal),
  },
  fixed: {
    memoryId: column(({ memory }) => memory.memoryId),
    userId: unlisted(column(({ conversation }) => conversation.userId)),
    serviceId: unlisted(column(({ conversation }) => conversation.serviceId)),
    subject: column(({ tenantId, conversation }) => subjectOf(tenantId, conversation)),
    createdAtMs: instant(({ memory }) => memory.recordedAtMs),
    saidAtMs: instant(({ memory }) => memory.saidAtMs),
    /** From 0 to 1. */
    confidence: column(({ memory }) => memory.confidence),
    messageIds: column(({ memory }) => messagesOf(memory)),
  },
  columns: {
    content: personal(
      column(({ memory }) => memory.content),
      { erased: '' },
    ),
    context: personal(
      column(({ memory }) => memory.context),
      { erased: '' },
    ),
    fact: personal(
      json(({ memory }) => memory.fact),
      { erased: null },
    ),
  },
  subjectRows: 'subject = $1',
});
