import { erasureAggregate } from '@svc/service-host';
import { conversationAggregate } from './conversation-aggregate.js';

/** All aggregates of this context. */
export const conversationsAggregates = [conversationAggregate, erasureAggregate];
