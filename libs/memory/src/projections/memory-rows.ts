import type { AggregateChange, SqlFragment } from '@svc/event-store';
import {
  standingMemories,
  type ConversationMemories,
  type ConversationMemoriesEvent,
} from '../domain/conversation-memories/conversation-memories.js';
import { memoryTable, type MemorySource } from './memory-table.js';

/** Memories come all at once, stay as they are, and go when they are retracted. */
export function memoryRows({
  tenantId,
  before,
  after,
}: AggregateChange<ConversationMemories, ConversationMemoriesEvent>): readonly SqlFragment[] {
  if (before === null) return memoryTable.insertAll(rowsOf(tenantId, after));
  const left = new Set(standingMemories(after).map(({ memoryId }) => memoryId));
  return rowsOf(tenantId, before)
    .filter(({ memory }) => !left.has(memory.memoryId))
    .map((source) => memoryTable.remove(source));
}

function rowsOf(tenantId: MemorySource['tenantId'], state: ConversationMemories): readonly MemorySource[] {
  if (state === null) return [];
  const { conversation, memories, extractedAtMs } = state;
  const standing = new Set(standingMemories(state));
  return memories
    .map((memory, index) => ({ tenantId, conversation, ordinal: index + 1, extractedAtMs, memory }))
    .filter(({ memory }) => standing.has(memory));
}
