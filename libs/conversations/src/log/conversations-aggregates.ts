import { erasureAggregate } from '@svc/service-host';
import { conversationAggregate } from './conversation-aggregate.js';
import { surfaceAggregate } from './surfaces.js';

/** All aggregates of this context. */
export const conversationsAggregates = [conversationAggregate, surfaceAggregate, erasureAggregate];
