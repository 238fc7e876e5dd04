import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type {
  ConversationMemories,
  ConversationMemoriesEvent,
} from '../domain/conversation-memories/conversation-memories.js';
import { memoryTable } from './memory-table.js';

/** Memories come all at once and stay as they are. */
export function memoryRows({
  tenantId,
  events,
}: AggregateChange<ConversationMemories, ConversationMemoriesEvent>): readonly SqlFragment[] {
  return events.flatMap(({ data: { conversation, memories, extractedAtMs } }) =>
    memoryTable.insertAll(
      memories.map((memory, index) => ({
        tenantId,
        conversation,
        ordinal: index + 1,
        extractedAtMs,
        memory,
      })),
    ),
  );
}
