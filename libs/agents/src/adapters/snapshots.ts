import type { SnapshotPolicy } from '@svc/event-store';
import type { JsonObject } from '@svc/kernel';
import type { AgentState } from '../domain/agent/agent.js';
import type { ContextGraphState } from '../domain/context-graph/context-graph.js';

// Events of versions hold whole definitions, tens of kilobytes each: a snapshot spares the load all but a few of them.
const everyEvents = 10;

/** The states are JSON by themselves: texts, numbers, lists and null. */
function statesOfShape<State extends object>(version: number): SnapshotPolicy<State | null> {
  return {
    every: everyEvents,
    version,
    toJson: (state) => ({ state: state as JsonObject | null }),
    fromJson: ({ state }) => state as State | null,
  };
}

export const agentSnapshots = statesOfShape<NonNullable<AgentState>>(1);
export const contextGraphSnapshots = statesOfShape<NonNullable<ContextGraphState>>(1);
