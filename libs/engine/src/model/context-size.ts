import type { ModelIdentity } from './model-port.js';

/** Tokens of prompt and answer together where a model's settings don't say. */
const defaultContextTokens = 32_768;

/** How many tokens a model takes in: `context_tokens` of its settings, so that each record of a call holds it. */
export function contextTokensOf({ settings }: Pick<ModelIdentity, 'settings'>): number {
  const { context_tokens: given } = settings;
  return typeof given === 'number' && given > 0 ? given : defaultContextTokens;
}
