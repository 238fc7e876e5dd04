import type { ModelUsage } from '@svc/engine';
import type { ModelCallFigures } from './model-call-record.js';

/** The requests to one model in a conversation, and their cost. */
export interface ModelCost {
  /** `provider/model`. */
  readonly model: string;
  /** Requests, failed ones too. */
  readonly attempts: number;
  /** Those without a token count of the provider: no sum includes them. */
  readonly uncountedAttempts: number;
  readonly inputTokens: number;
  /** Of the input. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when no attempt has a price. */
  readonly dollars: number | null;
}

/**
 * Sums the recorded attempts by model, in the order of their first request.
 * @param priceOf an attempt of a model, in US dollars; null when unknown
 */
export function costsOf(
  calls: readonly Pick<ModelCallFigures, 'model' | 'attempts'>[],
  priceOf: (model: string, usage: ModelUsage) => number | null,
): readonly ModelCost[] {
  const costs = new Map<string, ModelCost>();
  for (const call of calls) {
    for (const { model = call.model, usage } of call.attempts)
      costs.set(model, withAttempt(costs.get(model) ?? nothing(model), usage, priceOf(model, usage)));
  }
  return [...costs.values()];
}

function nothing(model: string): ModelCost {
  const tokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
  return { model, attempts: 0, uncountedAttempts: 0, ...tokens, dollars: null };
}

function withAttempt(cost: ModelCost, usage: ModelUsage, price: number | null): ModelCost {
  const isCounted = usage.inputTokens !== null && usage.outputTokens !== null;
  return {
    model: cost.model,
    attempts: cost.attempts + 1,
    uncountedAttempts: cost.uncountedAttempts + (isCounted ? 0 : 1),
    inputTokens: cost.inputTokens + (usage.inputTokens ?? 0),
    cachedInputTokens: cost.cachedInputTokens + (usage.cachedInputTokens ?? 0),
    outputTokens: cost.outputTokens + (usage.outputTokens ?? 0),
    dollars: price === null ? cost.dollars : (cost.dollars ?? 0) + price,
  };
}
