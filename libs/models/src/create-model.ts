import type { LanguageModelV4 } from '@ai-sdk/provider';
import { ConfigError } from '@svc/config';
import type { ModelConfig } from './model-config.js';
import { createOfflineModel } from './offline/offline-model.js';
import { createOpenAiCompatibleModel } from './openai-compatible/openai-compatible-model.js';

/**
 * The language model that the configuration names; the offline model when it names none.
 * @throws ConfigError when only one of address and model name is given
 */
export function createModel(config: ModelConfig): LanguageModelV4 {
  const baseUrl = config.SVC_MODEL_BASE_URL;
  const modelName = config.SVC_MODEL_NAME;
  if (baseUrl === undefined && modelName === undefined) {
    return createOfflineModel({ pieceDelayMs: config.SVC_MODEL_OFFLINE_PIECE_DELAY_MS });
  }
  if (baseUrl === undefined) {
    throw new ConfigError([
      { key: 'SVC_MODEL_BASE_URL', message: 'is not set: SVC_MODEL_NAME needs the address of its API' },
    ]);
  }
  if (modelName === undefined) {
    throw new ConfigError([
      { key: 'SVC_MODEL_NAME', message: 'is not set: SVC_MODEL_BASE_URL needs the name of a model' },
    ]);
  }
  return createOpenAiCompatibleModel({
    baseUrl,
    modelName,
    apiKey: config.SVC_MODEL_API_KEY,
    hasStructuredOutputs: config.SVC_MODEL_STRUCTURED_OUTPUTS,
  });
}
