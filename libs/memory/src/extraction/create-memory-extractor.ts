import type { Models } from '@svc/models';
import type { MemoryExtractor } from './memory-extractor.js';
import { createModelExtractor } from './model/model-extractor.js';
import { createOfflineExtractor } from './offline/offline-extractor.js';

/** The extractor of the default model and its fallbacks: with language models, or the offline one. */
export function createMemoryExtractor({ objects }: Pick<Models, 'objects'>): MemoryExtractor {
  return objects === null ? createOfflineExtractor() : createModelExtractor(objects);
}
