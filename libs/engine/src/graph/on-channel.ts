import type { ContextGraph, GraphState } from './context-graph.js';
import type { ChannelKind } from './speech-rules.js';

const known = new WeakMap<ContextGraph, Map<ChannelKind, ContextGraph>>();

/** The graph as it is walked on one channel: what states override there takes the place of their own. */
export function onChannel(graph: ContextGraph, channel: ChannelKind | null): ContextGraph {
  if (channel === null) return graph;
  const ofGraph = known.get(graph) ?? new Map<ChannelKind, ContextGraph>();
  known.set(graph, ofGraph);
  let walked = ofGraph.get(channel);
  if (walked === undefined) ofGraph.set(channel, (walked = overridden(graph, channel)));
  return walked;
}

function overridden(graph: ContextGraph, channel: ChannelKind): ContextGraph {
  const states = graph.states.map((state) => stateOn(state, channel));
  return states.every((state, place) => state === graph.states[place]) ? graph : { ...graph, states };
}

function stateOn(state: GraphState, channel: ChannelKind): GraphState {
  if (!('channelOverrides' in state)) return state;
  const override = state.channelOverrides[channel];
  if (override === undefined) return state;
  const objective = override.objective ?? state.objective;
  // A decision says nothing, so it has no guidelines for that.
  if (state.type === 'decision' || override.actionGuidelines.length === 0) return { ...state, objective };
  return { ...state, objective, actionGuidelines: override.actionGuidelines };
}
