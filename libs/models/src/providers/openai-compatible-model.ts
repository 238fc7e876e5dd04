import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { boundedFetch } from './bounded-fetch.js';

export interface OpenAiCompatibleSettings {
  /** Including the version: `https://host/v1`. */
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey?: string | undefined;
}

/** A model behind OpenAI's chat completions API, which most servers and gateways implement. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.baseUrl,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
    fetch: boundedFetch,
    includeUsage: true,
    // Requests without a schema get any JSON object.
    supportsStructuredOutputs: true,
  });
  return provider.chatModel(settings.modelName);
}
