import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { boundedFetch } from './bounded-fetch.js';

export interface OpenAiCompatibleSettings {
  /** Up to and including the version: `https://host/v1`. */
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey?: string | undefined;
}

/** A model behind the chat completions API that OpenAI made and most servers and gateways speak. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.baseUrl,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
    fetch: boundedFetch,
    includeUsage: true,
    // Who asks without a schema gets any JSON object.
    supportsStructuredOutputs: true,
  });
  return provider.chatModel(settings.modelName);
}
