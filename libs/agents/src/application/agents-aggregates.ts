import { agentAggregate } from './agents.js';
import { contextGraphAggregate } from './context-graphs.js';
import { serviceAggregate } from './services.js';

/** All that this context has, in the order in which their read models are made anew. */
export const agentsAggregates = [agentAggregate, contextGraphAggregate, serviceAggregate];
