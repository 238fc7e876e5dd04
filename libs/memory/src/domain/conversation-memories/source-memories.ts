import type { SourceMemory } from '../user-model/source-memory.js';
import { messagesOf } from './memory.js';
import type { ConversationMemories } from './conversation-memories.js';

/** The memories of a conversation as input of user models. */
export function sourceMemoriesFrom(state: ConversationMemories): readonly SourceMemory[] {
  return (state?.memories ?? []).map((memory) => ({
    memoryId: memory.memoryId,
    conversationId: state?.conversation.conversationId ?? '',
    ordinal: memory.ordinal,
    content: memory.content,
    fact: memory.fact,
    saidAtMs: memory.saidAtMs,
    recordedAtMs: memory.recordedAtMs,
    messageIds: messagesOf(memory),
  }));
}
