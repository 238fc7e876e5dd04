import type { ModelAttempt } from '../src/index.js';

/** An attempt that went well; of models in tests, which count nothing. */
export function attempt(pieces: readonly string[], changes: Partial<ModelAttempt> = {}): ModelAttempt {
  return {
    addedMessages: [],
    pieces,
    finishReason: 'stop',
    rawFinishReason: null,
    providerModel: null,
    usage: {
      inputTokens: null,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      outputTokens: null,
      reasoningTokens: null,
    },
    durationMs: 0,
    failure: null,
    ...changes,
  };
}
