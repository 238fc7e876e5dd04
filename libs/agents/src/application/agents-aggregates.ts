import { agentAggregate } from './agents.js';
import { contextGraphAggregate } from './context-graphs.js';
import { serviceAggregate } from './services.js';

/** All that this context has, as what goes through its log sees them. */
export const agentsAggregates = [agentAggregate, contextGraphAggregate, serviceAggregate];
