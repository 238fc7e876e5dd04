import type { ExtractedMemory } from '@svc/contracts/memory';
import type { Complete } from '@svc/event-store';
import type { Memory } from '../domain/conversation-memories/memory.js';

/** As `MemoriesExtracted` stores it. */
type RecordedMemory = Memory & { readonly recordedAtMs: number | null };

export function memoryToProto({
  spans,
  fact,
  recordedAtMs,
  ...memory
}: RecordedMemory): Complete<ExtractedMemory> {
  return {
    ...memory,
    spans: spans.map(({ messageId, text }) => ({ messageId, text })),
    fact: fact ? { ...fact, item: fact.item ?? undefined } : undefined,
    recordedAtMs: recordedAtMs ?? undefined,
  };
}

/** The words of an erased person are empty. */
export function memoryFromProto({ fact, recordedAtMs, ...memory }: ExtractedMemory): RecordedMemory {
  return {
    ...memory,
    recordedAtMs: recordedAtMs ?? null,
    fact: fact ? { ...fact, item: fact.item ?? null } : null,
  };
}
