import type { Fact } from './fact.js';

/** An L1 memory as input of user models. */
export interface SourceMemory {
  readonly memoryId: string;
  readonly conversationId: string;
  /** Index among the memories of its conversation, from 0. It orders memories of one message. */
  readonly ordinal: number;
  readonly content: string;
  readonly fact: Fact | null;
  /** When the person said it: milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
  /** When it was extracted: milliseconds since the Unix epoch. */
  readonly recordedAtMs: number;
  /** Messages that it quotes. */
  readonly messageIds: readonly string[];
}
