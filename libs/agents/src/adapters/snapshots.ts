import type { SnapshotPolicy } from '@svc/event-store';
import { agentShape } from '../domain/agent/agent-shape.js';
import type { AgentState } from '../domain/agent/agent.js';
import { contextGraphShape } from '../domain/context-graph/context-graph-shape.js';
import type { ContextGraphState } from '../domain/context-graph/context-graph.js';
import { serviceShape, type ServiceState } from '../domain/service/service.js';

// Events of versions hold whole definitions of tens of kilobytes; with a snapshot, loading reads only a few of them.
const every = 10;

export const agentSnapshots: SnapshotPolicy<AgentState> = { every, shape: agentShape };
export const contextGraphSnapshots: SnapshotPolicy<ContextGraphState> = { every, shape: contextGraphShape };
export const serviceSnapshots: SnapshotPolicy<ServiceState> = { every, shape: serviceShape };
