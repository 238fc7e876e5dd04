import { describeSnapshots } from '@svc/event-store/snapshot-contract';
import { eventSamples } from '../../test/event-samples.js';
import { agentDecider, type AgentEvent } from '../domain/agent/agent.js';
import { contextGraphDecider, type ContextGraphEvent } from '../domain/context-graph/context-graph.js';
import { serviceDecider, type ServiceEvent } from '../domain/service/service.js';
import { agentSnapshots, contextGraphSnapshots, serviceSnapshots } from './snapshots.js';

/** The samples of one aggregate, from its creation on. */
function historyOf<Event extends { readonly type: string }>(...types: readonly Event['type'][]): Event[] {
  return eventSamples.filter(({ type }) => types.includes(type)) as unknown as Event[];
}

describeSnapshots({
  of: 'agents',
  policy: agentSnapshots,
  decider: agentDecider,
  histories: [historyOf<AgentEvent>('AgentCreated', 'AgentVersionCreated')],
});
describeSnapshots({
  of: 'context graphs',
  policy: contextGraphSnapshots,
  decider: contextGraphDecider,
  histories: [historyOf<ContextGraphEvent>('ContextGraphCreated', 'ContextGraphVersionCreated')],
});
describeSnapshots({
  of: 'services',
  policy: serviceSnapshots,
  decider: serviceDecider,
  histories: [historyOf<ServiceEvent>('ServiceCreated', 'VersionSetPut')],
});
