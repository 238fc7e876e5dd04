import type { Fact } from './fact.js';

/** An L1 memory as user models are made from it. */
export interface SourceMemory {
  readonly memoryId: string;
  readonly conversationId: string;
  /** Place among the memories of its conversation, from 0: the order within one message. */
  readonly ordinal: number;
  readonly content: string;
  readonly fact: Fact | null;
  /** When the person said it: milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
  /** When it was extracted: milliseconds since the Unix epoch. */
  readonly recordedAtMs: number;
  /** Messages that it rests on. */
  readonly messageIds: readonly string[];
}
