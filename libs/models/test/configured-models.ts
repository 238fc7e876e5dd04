import type { LanguageModelV4 } from '@ai-sdk/provider';
import { callSampling } from '../src/asking/call-sampling.js';
import { ModelCapabilities } from '../src/asking/model-capabilities.js';
import { ModelCatalogue, type ConfiguredModel } from '../src/catalogue/model-catalogue.js';
import { modelDefinition } from '../src/definition/model-definition.js';
import { defaultTimeLimits } from '../src/timing/time-limits.js';

/** A catalogue of scripted models. Each has the next ones as its fallbacks; the first is the default. */
export function configured(...models: readonly LanguageModelV4[]): ModelCatalogue {
  const names = models.map((_model, place) => (place === 0 ? 'default' : `fallback-${place}`));
  return new ModelCatalogue(
    models.map((model, place) => {
      const definition = modelDefinition.parse({
        provider: 'openai-compatible',
        base_url: 'http://127.0.0.1:9/v1',
        model: model.modelId,
        fallbacks: names.slice(place + 1),
      });
      return {
        name: names[place] ?? '',
        definition,
        model,
        limits: defaultTimeLimits,
        settings: { context_tokens: definition.context_tokens },
        sampling: callSampling(definition),
        capabilities: new ModelCapabilities(definition.capabilities),
      };
    }),
  );
}

/** The model behind a definition that is not the offline one. */
export function languageModelIn({ model }: Pick<ConfiguredModel, 'model'>): LanguageModelV4 {
  if (!('doStream' in model)) throw new TypeError('The model is the offline one.');
  return model;
}
