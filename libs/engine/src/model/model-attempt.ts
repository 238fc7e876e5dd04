import type { ModelErrorKind } from './model-error.js';
import type { PromptMessage } from './prompt-message.js';

/** Why the model stopped, as far as providers agree on the reasons. */
export type FinishReason =
  'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'interrupted' | 'other';

/** Tokens as the provider counted them; null where it says nothing. */
export interface ModelUsage {
  readonly inputTokens: number | null;
  /** Of the input: read from the provider's cache. */
  readonly cachedInputTokens: number | null;
  /** Of the input: written to the provider's cache. */
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number | null;
  /** Of the output: spent on reasoning. */
  readonly reasoningTokens: number | null;
}

/** `cancelled`: whoever asked wanted the answer no more. */
export type CallFailure = ModelErrorKind | 'cancelled';

/**
 * One request to a provider and what came of it. A call makes more than one when a connection breaks before an answer
 * has begun, and when an answer has to be put right.
 */
export interface ModelAttempt {
  /** What was sent behind the messages of the request: an answer that was no choice, and the plea to put it right. */
  readonly addedMessages: readonly PromptMessage[];
  /** `provider/model` that was asked, when it was not the one of the call: a fallback. */
  readonly model?: string;
  /** The answer's text, as far as it was taken: of a message what could be said of it. */
  readonly pieces: readonly string[];
  /** What the model thought aloud, in or beside its answer; absent when it did not. */
  readonly reasoning?: string;
  /** The message as it came, where something else than reasoning had to be taken out of it. */
  readonly raw?: string;
  /** Null when the answer did not come to its end, or nobody waited for it. */
  readonly finishReason: FinishReason | null;
  /** In the provider's own word. */
  readonly rawFinishReason: string | null;
  /** The model that answered, in the provider's own name: often a dated version of the one that was asked. */
  readonly providerModel: string | null;
  readonly usage: ModelUsage;
  /** From the request to the end of the answer, the reader's time included. */
  readonly durationMs: number;
  /**
   * Null when the answer could be used, or was at least not to blame. The last attempt of a message that was said has
   * failed when the message was cut there.
   */
  readonly failure: CallFailure | null;
}

/** Hears of each attempt once it has ended, in whatever way, before the call itself ends. */
export type AttemptListener = (attempt: ModelAttempt) => void;
