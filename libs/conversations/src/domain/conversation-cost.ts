import type { ModelUsage } from '@svc/engine';
import type { ModelCallFigures } from './model-call-record.js';

/** What one model was asked in a conversation, and what that came to. */
export interface ModelCost {
  /** `provider/model`. */
  readonly model: string;
  /** Requests, failed ones too. */
  readonly attempts: number;
  /** Of these, those of which the provider counted no tokens: they are in none of the sums. */
  readonly uncountedAttempts: number;
  readonly inputTokens: number;
  /** Of the input. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when no attempt has a price. */
  readonly dollars: number | null;
}

/**
 * Sums what was recorded, by model, in the order in which they were first asked.
 * @param priceOf of an attempt of a model, in US dollars; null when it is not known
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
