import type { Fact } from '../domain/user-model/fact.js';
import type { Span } from './memory-extractor.js';

/** A proposal that has passed the check. With an id it becomes an L1 memory. */
export interface CheckedMemory {
  readonly content: string;
  readonly context: string;
  readonly confidence: number;
  /** Each exactly as in its message, by code unit. */
  readonly spans: readonly Span[];
  readonly fact: Fact | null;
  /** Time of the user's newest message that it quotes: milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
}

/** Why a proposal was refused: a closed set, used as the label of a metric. */
export type Rejection =
  | 'too_many_memories'
  | 'out_of_bounds'
  | 'no_words_of_the_user'
  | 'unknown_message'
  | 'span_not_found'
  | 'repeated';

export interface CheckedMemories {
  /** In the order of the proposals. */
  readonly kept: readonly CheckedMemory[];
  /** How many were refused, by reason; reasons with none are left out. */
  readonly refused: Readonly<Partial<Record<Rejection, number>>>;
}
