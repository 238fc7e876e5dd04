import type { Fact } from '../user-model/fact.js';

/** A quotation of a message, unchanged. */
export interface MemorySpan {
  readonly messageId: string;
  readonly text: string;
}

/** An L1 memory. */
export interface Memory {
  readonly memoryId: string;
  readonly content: string;
  /** Topic of the conversation at that moment; may be empty. */
  readonly context: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly spans: readonly MemorySpan[];
  readonly fact: Fact | null;
  readonly saidAtMs: number;
}

/** A memory in the list of its conversation. */
export interface CurrentMemory extends Memory {
  /** Number in the conversation, from 1. Numbers are not reused. */
  readonly ordinal: number;
  readonly recordedAtMs: number;
}

/** Messages that it quotes, each once. */
export function messagesOf({ spans }: Pick<Memory, 'spans'>): readonly string[] {
  return [...new Set(spans.map(({ messageId }) => messageId))];
}
