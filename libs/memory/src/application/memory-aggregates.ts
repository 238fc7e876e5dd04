import { erasureAggregate } from '@svc/service-host';
import { episodeAggregate } from './episodes.js';
import { conversationMemoriesAggregate } from './memories.js';
import { postProcessingAggregate } from './post-processings.js';
import { userModelAggregate } from './user-models.js';

/** All aggregates of this context. */
export const memoryAggregates = [
  postProcessingAggregate,
  conversationMemoriesAggregate,
  episodeAggregate,
  userModelAggregate,
  erasureAggregate,
] as const;
