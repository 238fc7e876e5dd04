import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type {
  ConversationMemories,
  ConversationMemoriesEvent,
} from '../domain/conversation-memories/conversation-memories.js';
import { extractionTable } from './extraction-table.js';
import { memoryTable, type MemorySource } from './memory-table.js';

/** Memories are added together, removed when retracted, and replaced by those of a later extraction. */
export function memoryRows({
  tenantId,
  id,
  before,
  after,
  events,
}: AggregateChange<ConversationMemories, ConversationMemoriesEvent>): readonly SqlFragment[] {
  const extraction = [before, after].map((state) => (state?.extractedBy ? { tenantId, state } : null));
  const rows = extractionTable.sync(extraction[0] ?? null, extraction[1] ?? null);
  if (events.some(({ type }) => type === 'MemoriesExtracted')) {
    const earlier = before?.memories.length ? [memoryTable.removeOf(tenantId, id)] : [];
    return [...rows, ...earlier, ...memoryTable.insertAll(rowsOf(tenantId, after))];
  }
  const left = new Set(after?.memories.map(({ memoryId }) => memoryId));
  const gone = rowsOf(tenantId, before).filter(({ memory }) => !left.has(memory.memoryId));
  return [...rows, ...gone.map((source) => memoryTable.remove(source))];
}

function rowsOf(tenantId: MemorySource['tenantId'], state: ConversationMemories): readonly MemorySource[] {
  return state?.memories.map((memory) => ({ tenantId, conversation: state.conversation, memory })) ?? [];
}
