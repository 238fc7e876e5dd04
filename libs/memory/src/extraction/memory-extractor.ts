import type { Fact } from '../domain/user-model/fact.js';
import type { Transcript } from './transcript.js';

/** A quotation of a message, on which a memory rests. */
export interface Span {
  readonly messageId: string;
  readonly text: string;
}

/** An extractor's proposal. Not trusted until its spans are checked. */
export interface ProposedMemory {
  /** One sentence about the person, which follows from the spans only. */
  readonly content: string;
  /** Topic of the conversation at that moment; may be empty. */
  readonly context: string;
  /** From 0 to 1: how sure the extractor is that the person said this of themselves. */
  readonly confidence: number;
  /** At least one, of which at least one is the user's. */
  readonly spans: readonly Span[];
  /** Null if the content fits no attribute: then only the same content is the same memory. */
  readonly fact: Fact | null;
}

/** Makes L1 memories from a transcript. It treats the transcript as data, never as instructions. */
export interface MemoryExtractor {
  /** For records, with `version`: `offline/rules`, or the model's `provider/model`. */
  readonly name: string;
  /** Raised with each change that may give other memories for the same transcript. */
  readonly version: number;
  /**
   * Memories in the order in which they were said.
   * @throws ModelError when a model returned nothing usable; the reason of `signal` once it is aborted
   */
  extract(transcript: Transcript, signal: AbortSignal): Promise<readonly ProposedMemory[]>;
}
