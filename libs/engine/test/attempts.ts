import type { ModelAttempt } from '../src/index.js';

/** A successful attempt of a test model, without token counts. */
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
