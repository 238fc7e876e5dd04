import { createModel, createObjectModel, modelTimeLimits, type ModelConfig } from '@svc/models';
import type { MemoryExtractor } from './memory-extractor.js';
import { createModelExtractor } from './model/model-extractor.js';
import { createOfflineExtractor } from './offline/offline-extractor.js';

/**
 * The extractor of the configured language model; the offline one when none is configured.
 * @throws ConfigError when only one of the model's address and name is given
 */
export function createMemoryExtractor(config: ModelConfig): MemoryExtractor {
  if (config.SVC_MODEL_BASE_URL === undefined && config.SVC_MODEL_NAME === undefined) {
    return createOfflineExtractor();
  }
  return createModelExtractor(createObjectModel(createModel(config), { limits: modelTimeLimits(config) }));
}
