import type { ModelIdentity } from './model-port.js';

/** Tokens of prompt and response together, where a model's settings don't say. */
const defaultContextTokens = 32_768;

/** Context size of a model in tokens. It is `context_tokens` of its settings, so each record of a call has it. */
export function contextTokensOf({ settings }: Pick<ModelIdentity, 'settings'>): number {
  const { context_tokens: given } = settings;
  return typeof given === 'number' && given > 0 ? given : defaultContextTokens;
}
