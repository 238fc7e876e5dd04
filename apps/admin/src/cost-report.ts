import type { ModelCost } from '@svc/contracts/conversations';

/** What an installer sees: the sum, then each model. A model without a price is not in the sum and is marked. */
export function costReport(conversationId: string, models: readonly ModelCost[]) {
  const priced = models.flatMap(({ dollars }) => (dollars === undefined ? [] : [dollars]));
  return {
    conversation_id: conversationId,
    dollars: priced.length === 0 ? null : priced.reduce((sum, one) => sum + one, 0),
    models: models.map((one) => ({
      model: one.model,
      dollars: one.dollars ?? null,
      attempts: one.attempts,
      uncounted_attempts: one.uncountedAttempts,
      input_tokens: one.inputTokens,
      cached_input_tokens: one.cachedInputTokens,
      output_tokens: one.outputTokens,
    })),
  };
}
