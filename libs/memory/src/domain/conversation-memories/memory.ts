import type { Fact } from '../user-model/fact.js';

/** Words of a message, as they stand there. */
export interface MemorySpan {
  readonly messageId: string;
  readonly text: string;
}

/** An L1 memory. */
export interface Memory {
  readonly memoryId: string;
  readonly content: string;
  /** What the conversation was about when it was said; may be empty. */
  readonly context: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly spans: readonly MemorySpan[];
  readonly fact: Fact | null;
  readonly saidAtMs: number;
}

/** One that stands among those of its conversation. */
export interface CurrentMemory extends Memory {
  /** Place in the conversation: from 1, and no place is given twice. */
  readonly ordinal: number;
  readonly recordedAtMs: number;
}

/** Messages that it rests on, each once. */
export function messagesOf({ spans }: Pick<Memory, 'spans'>): readonly string[] {
  return [...new Set(spans.map(({ messageId }) => messageId))];
}
