import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ModelDefinition } from '../definition/model-definition.js';

/** Marks of a message up to which a provider keeps what it has computed of a prompt. Other providers do that by themselves. */
const marks = {
  anthropic: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  bedrock: { bedrock: { cachePoint: { type: 'default' } } },
} as const satisfies Record<string, SharedV4ProviderOptions>;

/** Models on Bedrock that take marks. Others refuse them. */
const onBedrock = /claude|nova/i;

/** Null where requests have no marks. */
export function cacheMarksOf({
  provider,
  model,
  capabilities,
}: ModelDefinition): SharedV4ProviderOptions | null {
  if (provider !== 'anthropic' && provider !== 'bedrock') return null;
  const takesThem = capabilities.prompt_cache ?? (provider === 'anthropic' || onBedrock.test(model));
  return takesThem ? marks[provider] : null;
}
