import type { ModelUsage } from '@svc/engine';
import type { ModelDefinition } from '../definition/model-definition.js';

const million = 1_000_000;

/** Cost of an attempt in US dollars; null when its price or tokens are unknown. */
export function costOf(usage: ModelUsage, price: ModelDefinition['price']): number | null {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  if (price === undefined || inputTokens === null || outputTokens === null) return null;
  const cached = Math.min(cachedInputTokens ?? 0, inputTokens);
  const written = Math.min(cacheWriteTokens ?? 0, inputTokens - cached);
  const input =
    (inputTokens - cached - written) * price.input +
    cached * (price.cached_input ?? price.input) +
    written * (price.cache_write ?? price.input);
  return (input + outputTokens * price.output) / million;
}
