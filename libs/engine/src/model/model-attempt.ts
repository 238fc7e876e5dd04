import type { ModelErrorKind } from './model-error.js';
import type { PromptMessage } from './prompt-message.js';

/** Why the model stopped, as far as providers agree on the reasons. */
export type FinishReason =
  'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'interrupted' | 'other';

/** Tokens as the provider counted them; null where it reports none. */
export interface ModelUsage {
  readonly inputTokens: number | null;
  /** Part of the input: read from the provider's cache. */
  readonly cachedInputTokens: number | null;
  /** Part of the input: written to the provider's cache. */
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number | null;
  /** Part of the output: spent on reasoning. */
  readonly reasoningTokens: number | null;
}

/** `cancelled`: the caller no longer wanted the response. */
export type CallFailure = ModelErrorKind | 'cancelled';

/**
 * One request to a provider and its outcome. A call makes several when a connection breaks before a response has begun, and
 * when a response must be repaired.
 */
export interface ModelAttempt {
  /** Sent after the request's messages: a response that was no valid choice, and the request to correct it. */
  readonly addedMessages: readonly PromptMessage[];
  /** `provider/model` of the fallback, when it was not the call's own model. */
  readonly model?: string;
  /** Where the fallback takes in less: the size that the request's messages were cut to, in tokens. */
  readonly contextTokens?: number;
  /** Text of the response, as far as it was accepted. Of a message, what could be sent. */
  readonly pieces: readonly string[];
  /** The model's visible reasoning, inside or next to its response; absent when there was none. */
  readonly reasoning?: string;
  /** The unmodified message, where more than reasoning had to be removed from it. */
  readonly raw?: string;
  /** Null when the response did not complete, or nobody waited for it. */
  readonly finishReason: FinishReason | null;
  /** In the provider's own word. */
  readonly rawFinishReason: string | null;
  /** The model that responded, in the provider's own name: often a dated version of the requested one. */
  readonly providerModel: string | null;
  readonly usage: ModelUsage;
  /** From the request to the end of the response, including the reader's time. */
  readonly durationMs: number;
  /**
   * Null when the response was usable, or at least not to blame. A message that was sent but cut off has a failed last attempt.
   */
  readonly failure: CallFailure | null;
}

/** Gets each attempt once it has ended, in any way, before the call itself ends. */
export type AttemptListener = (attempt: ModelAttempt) => void;
