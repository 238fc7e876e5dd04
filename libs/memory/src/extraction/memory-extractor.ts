import type { Fact } from '../domain/user-model/fact.js';
import type { Transcript } from './transcript.js';

/** Words of a message, as its sender wrote them, on which a memory rests. */
export interface Span {
  readonly messageId: string;
  readonly text: string;
}

/** What an extractor believes to have read. It is worth nothing until its spans are checked. */
export interface ProposedMemory {
  /** One sentence about the person, which follows from the spans alone. */
  readonly content: string;
  /** What the conversation was about when it was said; may be empty. */
  readonly context: string;
  /** From 0 to 1: how sure the extractor is that the person said this of themselves. */
  readonly confidence: number;
  /** At least one, of which at least one is the user's. */
  readonly spans: readonly Span[];
  /** Null where the content fits no attribute: then only the same content is the same memory. */
  readonly fact: Fact | null;
}

/** Makes L1 memories from a transcript. The transcript is data to it, never an instruction. */
export interface MemoryExtractor {
  /** For records, with `version`: `offline/rules`, or the model's `provider/model`. */
  readonly name: string;
  /** Raised whenever the same transcript may give other memories. */
  readonly version: number;
  /**
   * Memories in the order in which they were said.
   * @throws ModelError when a model gave nothing usable; the reason of `signal` once it is aborted
   */
  extract(transcript: Transcript, signal: AbortSignal): Promise<readonly ProposedMemory[]>;
}
