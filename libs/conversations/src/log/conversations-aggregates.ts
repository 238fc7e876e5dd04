import { erasureAggregate } from '@svc/service-host';
import { conversationAggregate } from './conversation-aggregate.js';

/** All that this context has, as what goes through its log sees them. */
export const conversationsAggregates = [conversationAggregate, erasureAggregate];
