import { createObjectModel, type ModelCatalogue } from '@svc/models';
import type { MemoryExtractor } from './memory-extractor.js';
import { createModelExtractor } from './model/model-extractor.js';
import { createOfflineExtractor } from './offline/offline-extractor.js';

/** The extractor of the default model: with a language model, or the offline one. */
export function createMemoryExtractor({ default: model }: Pick<ModelCatalogue, 'default'>): MemoryExtractor {
  if (model.definition.provider === 'offline') return createOfflineExtractor();
  return createModelExtractor(createObjectModel(model.model, model));
}
