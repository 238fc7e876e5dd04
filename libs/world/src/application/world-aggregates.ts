import { erasureAggregate } from '@svc/service-host';
import { conversationActivityAggregate, knownDefinitionAggregate } from './activities.js';
import { enrichmentKeyAggregate } from './enrichment-keys.js';
import { entityAggregate } from './entities.js';

/** Every aggregate of this context. */
export const worldAggregates = [
  enrichmentKeyAggregate,
  entityAggregate,
  conversationActivityAggregate,
  knownDefinitionAggregate,
  erasureAggregate,
] as const;
