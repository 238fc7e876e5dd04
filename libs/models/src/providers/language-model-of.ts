import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelDefinition } from '../definition/model-definition.js';
import { offlineModel, type OfflineModel } from '../offline/offline-model.js';
import { boundedFetch } from './bounded-fetch.js';
import { LazyModel } from './lazy-model.js';
import { createOpenAiCompatibleModel } from './openai-compatible-model.js';
import { providerAddress } from './provider-address.js';

/** Returns the value of a variable that a definition refers to. */
export type ReadSecret = (variable: string | undefined) => string | undefined;

/** The model of a definition. Except for the first two, its code is loaded with the first call. */
export function languageModelOf(
  definition: ModelDefinition,
  secret: ReadSecret,
): LanguageModelV4 | OfflineModel {
  const { provider, model: modelName } = definition;
  const apiKey = secret(definition.api_key_variable);
  const lazy = (load: () => Promise<LanguageModelV4>) => new LazyModel(provider, modelName, load);
  switch (definition.provider) {
    case 'offline':
      return offlineModel;
    case 'openai-compatible':
      return createOpenAiCompatibleModel({
        baseUrl: definition.base_url,
        modelName,
        apiKey,
      });
    case 'openai': {
      const settings = settingsOf(definition, apiKey);
      // OpenAI stores no chat completions, but it stores responses unless told not to.
      return lazy(async () => (await import('@ai-sdk/openai')).createOpenAI(settings).chat(modelName));
    }
    case 'anthropic': {
      const settings = settingsOf(definition, apiKey);
      return lazy(async () => (await import('@ai-sdk/anthropic')).createAnthropic(settings)(modelName));
    }
    case 'google': {
      const settings = settingsOf(definition, apiKey);
      return lazy(async () => (await import('@ai-sdk/google')).createGoogle(settings)(modelName));
    }
    case 'azure': {
      const settings = settingsOf(definition, apiKey);
      return lazy(async () => (await import('@ai-sdk/azure')).createAzure(settings).chat(modelName));
    }
    case 'bedrock': {
      const accessKeyId = secret(definition.access_key_id_variable);
      const secretAccessKey = secret(definition.secret_access_key_variable);
      const settings = {
        region: definition.region,
        fetch: boundedFetch,
        ...(definition.base_url === undefined ? {} : { baseURL: definition.base_url }),
        // Without our own key the provider uses the standard credentials of AWS.
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(accessKeyId === undefined ? {} : { accessKeyId }),
        ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
      };
      return lazy(async () =>
        (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock(settings)(modelName),
      );
    }
  }
}

/**
 * Always sets the address, and an empty key where there is none. Otherwise the providers would read both from their own
 * variables, and send user text where our configuration did not say.
 */
function settingsOf(definition: ModelDefinition, apiKey: string | undefined) {
  const address = providerAddress(definition);
  return { apiKey: apiKey ?? '', fetch: boundedFetch, ...(address === null ? {} : { baseURL: address }) };
}
