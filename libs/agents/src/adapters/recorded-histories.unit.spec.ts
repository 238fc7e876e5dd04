import { describeRecordedHistories } from '@svc/event-store/history-contract';
import { agentDecider } from '../domain/agent/agent.js';
import { contextGraphDecider } from '../domain/context-graph/context-graph.js';
import { serviceDecider } from '../domain/service/service.js';
import { agentsEventTypes } from './event-types.js';

describeRecordedHistories({
  folder: new URL('../../test/recorded-histories/', import.meta.url),
  types: agentsEventTypes,
  deciders: { agent: agentDecider, context_graph: contextGraphDecider, service: serviceDecider },
});
