import type { ExtractedMemory } from '@svc/contracts/memory';
import type { Complete } from '@svc/event-store';
import type { Memory } from '../domain/conversation-memories/conversation-memories.js';

export function memoryToMessage({ spans, fact, ...memory }: Memory): Complete<ExtractedMemory> {
  return {
    ...memory,
    spans: spans.map(({ messageId, text }) => ({ messageId, text })),
    fact: fact ? { ...fact, item: fact.item ?? undefined } : undefined,
  };
}

/** Of an erased person the words are empty. */
export function memoryFromMessage({ fact, ...memory }: ExtractedMemory): Memory {
  return { ...memory, fact: fact ? { ...fact, item: fact.item ?? null } : null };
}
