import type { Fact } from '../src/domain/user-model/fact.js';
import type { SourceMemory } from '../src/domain/user-model/source-memory.js';
import type { Retraction } from '../src/domain/user-model/retraction.js';

/** A memory with the values of a test; ids and times follow from `memoryId` and `saidAtMs`. */
export function insight(
  given: Partial<SourceMemory> & Pick<SourceMemory, 'memoryId' | 'content'>,
): SourceMemory {
  const { conversationId = 'c1', saidAtMs = 1_000 } = given;
  return {
    conversationId,
    ordinal: 0,
    fact: null,
    saidAtMs,
    recordedAtMs: saidAtMs + 10,
    messageIds: [`${conversationId}-message-of-${given.memoryId}`],
    ...given,
  };
}

export function home(value: string): { readonly content: string; readonly fact: Fact } {
  return { content: `Lives in ${value}.`, fact: { attribute: 'home', item: null, value } };
}

/** The memories left after retractions. */
export function withoutRetracted(
  insights: readonly SourceMemory[],
  retractions: readonly Retraction[],
): readonly SourceMemory[] {
  const conversations = new Set<string>();
  const messages = new Set<string>();
  const memories = new Set<string>();
  for (const retraction of retractions) {
    if (retraction.type === 'conversation') conversations.add(retraction.conversationId);
    else if (retraction.type === 'message') messages.add(retraction.messageId);
    else memories.add(retraction.memoryId);
  }
  return insights.filter(
    ({ memoryId, conversationId, messageIds }) =>
      !memories.has(memoryId) &&
      !conversations.has(conversationId) &&
      !messageIds.some((messageId) => messages.has(messageId)),
  );
}
