import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { boundedFetch } from './bounded-fetch.js';

export interface OpenAiCompatibleSettings {
  /** Up to and including the version: `https://host/v1`. */
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey?: string | undefined;
  /** Whether the server takes a JSON schema as response format; else it is asked for any JSON object. */
  readonly hasStructuredOutputs: boolean;
}

/** A model behind the chat completions API that OpenAI made and most servers and gateways speak. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.baseUrl,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
    fetch: boundedFetch,
    includeUsage: true,
    supportsStructuredOutputs: settings.hasStructuredOutputs,
  });
  return provider.chatModel(settings.modelName);
}
