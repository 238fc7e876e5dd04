import { agentAggregate } from './agents.js';
import { contextGraphAggregate } from './context-graphs.js';
import { serviceAggregate } from './services.js';

/** All aggregates of this context, for what reads its whole log. */
export const agentsAggregates = [agentAggregate, contextGraphAggregate, serviceAggregate];
