import type { Insight } from '../user-model/insight.js';
import { messagesOf } from './memory.js';
import type { ConversationMemories } from './conversation-memories.js';

/** The memories of a conversation as user models are made from them. */
export function insightsFrom(state: ConversationMemories): readonly Insight[] {
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
